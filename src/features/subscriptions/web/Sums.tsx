import { showCents } from '#shared/money.ts'
import { t, tn } from '#web/i18n.ts'
import { Figures } from '#web/ui/Figures.tsx'
import type { Standing } from '../contract.ts'

const LIST = '/dashboard/companies/assinaturas'
/** What comes in, what is awaited, what is late; nothing while nobody subscribes. */
export function Sums({ standing: s }: { standing: Standing | undefined }) {
  if (!s || Object.keys(s.counts).length === 0) return null
  const { ativa = 0, atrasada = 0, pendente = 0 } = s.counts
  return (
    <Figures
      figures={[
        {
          label: t('Receita por mês'),
          value: showCents(s.monthly),
          about: tn(ativa + atrasada, '{n} assinatura', '{n} assinaturas'),
          href: LIST,
        },
        {
          label: t('Atrasadas'),
          value: String(atrasada),
          about: t('deixaram de pagar no prazo'),
          href: `${LIST}?status=atrasada`,
        },
        {
          label: t('A receber'),
          value: showCents(s.open),
          about: tn(
            Math.max(0, pendente - s.ended),
            '{n} espera o primeiro pagamento',
            '{n} esperam o primeiro pagamento',
          ),
          href: `${LIST}?status=pendente`,
        },
        {
          label: t('Vencido'),
          value: showCents(s.overdue),
          about: t('de cobranças que passaram do dia'),
          href: `${LIST}?status=atrasada`,
        },
        ...(s.ended > 0
          ? [
              {
                label: t('Pedidos vencidos'),
                value: String(s.ended),
                about: t('{amount} que não foram pagos no prazo', { amount: showCents(s.ended_amount) }),
                href: `${LIST}?status=pendente`,
              },
            ]
          : []),
      ]}
    />
  )
}
