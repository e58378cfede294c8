import type { Seller } from '#features/companies/contract.ts'
import { takeBack } from '#features/undos/web/index.ts'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { notify } from '#web/ui/snack.tsx'
import { movePortfolio } from '../contract.ts'

/** Clients go to another portfolio, or to the house's; for a day there is a way back. */
export function MovePortfolio({
  title,
  sellers,
  clients,
  onClose,
}: {
  title: string
  sellers: Pick<Seller, 'id' | 'name'>[]
  clients: () => Promise<number[]>
  onClose: () => void
}) {
  const undo = (id: number) => attempt(async () => notify(await takeBack(id)))
  return (
    <FormDialog
      name=""
      title={title}
      text={t('Os clientes mudam de carteira; os pedidos já feitos ficam com quem vendeu.')}
      fields={[
        {
          key: 'seller_id',
          label: t('Fica com'),
          first: '',
          wide: true,
          options: [
            { value: '', label: t('Da casa') },
            ...sellers.map((s) => ({ value: String(s.id), label: s.name })),
          ],
        },
        {
          key: 'renew_links',
          label: t('Trocar os links pessoais que o vendedor anterior abriu'),
          first: true,
          wide: true,
        },
      ]}
      save={async ({ seller_id, renew_links }) => {
        const ids = await clients()
        const body = {
          ids,
          seller_id: seller_id ? Number(seller_id) : ('' as const),
          renew_links: renew_links === true,
        }
        const { moved, seen_links, undo_id } = await call(movePortfolio, { body })
        renew()
        notify(
          [
            tn(moved, '{n} cliente mudou de carteira.', '{n} clientes mudaram de carteira.'),
            renew_links &&
              seen_links > 0 &&
              tn(seen_links, '{n} link pessoal trocado.', '{n} links pessoais trocados.'),
          ]
            .filter(Boolean)
            .join(' '),
          undo_id === null ? undefined : { label: t('Desfazer'), run: () => void undo(undo_id) },
        )
      }}
      onClose={onClose}
    />
  )
}
