import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { acceptOrder } from '#features/orders/acceptance.ts'
import type { Order } from '#features/orders/contract.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { SignatureField } from './SignatureField.tsx'

/** Lines changed after the client accepted or signed them: the client signs again on the screen of the company's people. */
export default function SignAgain({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  const [signature, setSignature] = useState('')
  const signing = useMutation({
    mutationFn: () =>
      call(acceptOrder, {
        params: { company: order.company_id, id: order.id },
        body: { revision: order.revision, signature },
      }),
    // Read the list and the order again after success and after a conflict.
    onSettled: () => renew(),
  })
  if (!open)
    return (
      <button type="button" className="btn sec small noprint spaced" onClick={() => setOpen(true)}>
        <Icon name="edit" />
        {t('Assinar de novo')}
      </button>
    )
  return (
    <section className="panel pad col g3 noprint spaced">
      <h2 className="h3">{t('Assinar de novo')}</h2>
      <p className="sm t2">{t('O cliente confere os itens e o total e assina a mudança, ou a aceita pelo link.')}</p>
      <SignatureField value={signature} onChange={setSignature} />
      <Problem words={signing.error?.message ?? ''} />
      <div className="acts">
        <button type="button" className="btn sec" onClick={() => setOpen(false)}>
          {t('Voltar')}
        </button>
        <button
          type="button"
          className="btn pri"
          disabled={signature === '' || signing.isPending}
          onClick={() => signing.mutate()}
        >
          {signing.isPending ? t('Salvando…') : t('Salvar')}
        </button>
      </div>
    </section>
  )
}
