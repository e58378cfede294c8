import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { listConversations } from '../contract.ts'

/** Which of a client's orders have something new to read. */
export default function ClientNews({ company }: { company: number }) {
  const { data } = useQuery({
    queryKey: ['messages', 'list', company, 'mine'],
    queryFn: () => callList(listConversations, { params: { company }, query: { unread: true, limit: 10 } }),
  })
  const news = data?.rows.filter((r) => r.kind === 'pedido') ?? []
  if (news.length === 0) return null
  return (
    <section className="panel spacedown" aria-label={t('Mensagens novas')}>
      {news.map((r) => (
        <Link key={r.id} href={`/pedidos/meus/${r.id}`} className="li">
          <Icon name="chat" />
          <span className="grow">
            <b>{tn(r.unread, '{n} mensagem nova', '{n} mensagens novas')}</b>
            <span className="sm t2 clip block">
              {t('Pedido {n}', { n: r.number ?? '' })} · {r.last.text || t('Foto')}
            </span>
          </span>
          <Icon name="right" size="s" />
        </Link>
      ))}
    </section>
  )
}
