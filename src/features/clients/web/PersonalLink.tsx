import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LinkPart } from '#features/users/web/index.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { readLink, renewLink } from '../contract.ts'

/** A client's own way into the catalogue; another link ends the one before. */
export function PersonalLink({ id, company }: { id: number; company: { name: string } }) {
  const [asking, setAsking] = useState(false)
  const link = useQuery({
    queryKey: ['link', id],
    queryFn: () => call(readLink, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const replace = async () => {
    setAsking(false)
    try {
      await call(renewLink, { params: { id } })
      renew('link', id)
      notify(t('Link trocado.'))
    } catch (failure) {
      notify((failure as Error).message)
    }
  }
  if (!link.data) return null
  return (
    <>
      <LinkPart
        title={t('Link pessoal')}
        hint={t('Quem abre este link entra como este cliente, com os preços dele. Envie só a ele.')}
        url={link.data.url}
        company={company.name}
      >
        <button type="button" className="btn sec small" onClick={() => setAsking(true)}>
          <Icon name="repeat" />
          {t('Trocar link')}
        </button>
      </LinkPart>
      {asking && (
        <Confirm
          title={t('Trocar o link pessoal?')}
          text={t('O link antigo deixa de abrir. Envie o novo ao cliente.')}
          onClose={() => setAsking(false)}
          onConfirm={() => void replace()}
        />
      )}
    </>
  )
}
