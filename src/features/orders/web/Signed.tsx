import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { type Receipt, readOrder } from '../contract.ts'
import { Signature } from './Signature.tsx'

/** What the client signed, for the company's people alone: asked with their own session, never with the link. */
export function Signed({ order: { id, company } }: { order: Receipt }) {
  const { data } = useQuery({
    queryKey: ['order', id],
    queryFn: () => call(readOrder, { params: { company: company.id, id } }),
    retry: false,
  })
  if (!data?.signature) return null
  return (
    <section className="panel pad">
      <h2>{t('Assinatura')}</h2>
      <p className="sm t2">{t('Só a sua empresa vê.')}</p>
      <Signature path={data.signature} />
    </section>
  )
}
