import { useEffect, useState } from 'react'
import type { Company } from '#features/companies/contract.ts'
import { subscribeHref, type TrialBanner, trialBanner } from '#features/companies/rules.ts'
import { startOffer } from '#features/plans/contract.ts'
import { OFFER } from '#features/plans/rules.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import './TrialBar.css'

interface Words {
  look: 'ok' | 'warn' | 'bad'
  title: string
  /** The title and the call in the one line of a phone. */
  short: [string, string]
  lines: [string, string]
  alert: string
  action: string
  countdown: boolean
}
/** First the catalogue goes off the air, weeks later it is deleted: the title says which of the two is near. */
function deletionTitle({ days, off }: { days: number; off: boolean }): string {
  if (off)
    return days === 0
      ? t('Seu catálogo saiu do ar e será excluído')
      : tn(
          days,
          'Seu catálogo saiu do ar e será excluído em {n} dia',
          'Seu catálogo saiu do ar e será excluído em {n} dias',
        )
  if (days === 0) return t('Seu catálogo sai do ar hoje e depois será excluído')
  return tn(
    days,
    'Seu catálogo sai do ar em {n} dia e depois será excluído',
    'Seu catálogo sai do ar em {n} dias e depois será excluído',
  )
}
/** The subscription banner's words, by where the company stands (specification §4). */
function wordsOf(b: TrialBanner): Words {
  switch (b.kind) {
    case 'blocked':
      return {
        look: 'bad',
        title: t('Último aviso: seu catálogo será excluído para sempre'),
        short: [t('Último aviso'), t('Impedir')],
        lines: [t('Fotos, produtos e pedidos saem do ar e não voltam.'), t('Ainda dá tempo de guardar tudo.')],
        alert: t('Catálogo bloqueado'),
        action: t('Impedir a exclusão'),
        countdown: false,
      }
    case 'deletion':
      return {
        look: 'bad',
        title: deletionTitle(b),
        short: [
          b.off
            ? t('Fora do ar')
            : b.days === 0
              ? t('Sai do ar hoje')
              : tn(b.days, 'Sai do ar em {n} dia', 'Sai do ar em {n} dias'),
          t('Salvar'),
        ],
        lines: [
          b.off
            ? t('Fotos, produtos e pedidos serão apagados.')
            : t('Fotos, produtos e pedidos são apagados 30 dias depois.'),
          t('Assine para manter tudo como está.'),
        ],
        alert: t('Exclusão marcada'),
        action: t('Salvar meu catálogo'),
        countdown: false,
      }
    case 'ended':
      return {
        look: 'warn',
        title: t('Seu período de teste terminou'),
        short: [t('Teste encerrado'), t('Reativar')],
        lines: [t('Seu catálogo continua guardado.'), t('Pague para reativar e voltar a receber pedidos.')],
        alert: t('Teste encerrado'),
        action: t('Reativar agora'),
        countdown: false,
      }
    case 'live':
      return {
        look: 'ok',
        title: t('Seu catálogo está no ar'),
        short: [tn(b.left, 'Resta {n} dia de teste', 'Restam {n} dias de teste'), t('Assinar')],
        lines: [
          b.left === 1 ? t('Amanhã o teste termina: resta 1 dia.') : t('Restam {n} dias de teste.', { n: b.left }),
          t('Assine quando quiser; nada se perde.'),
        ],
        alert: t('Em teste'),
        action: t('Assinar'),
        countdown: false,
      }
    case 'bonus':
      return {
        look: 'ok',
        title: t('Bônus de {name} para você', { name: b.reseller }),
        short: [t('Bônus de {name}', { name: b.reseller }), t('Quero')],
        lines: [t('Condição especial para começar.'), t('Fale com quem indicou o Mostruário.')],
        alert: t('Por tempo limitado'),
        action: t('Quero meu bônus'),
        countdown: true,
      }
    default:
      return {
        look: 'ok',
        title: t('Boas-vindas: 20% de desconto no plano anual'),
        short: [t('20% no plano anual'), t('Assinar')],
        lines: [t('Monte seu catálogo e receba o primeiro pedido hoje.'), t('A oferta vale por 24 horas.')],
        alert: t('Oferta de boas-vindas'),
        action: t('Assinar com desconto'),
        countdown: true,
      }
  }
}
/** For the company's people, never for clients: where the trial stands, and the way to subscribe. */
export default function TrialBar({ company }: { company: Company }) {
  const banner = trialBanner(company)
  const counts = banner?.kind === 'welcome' || banner?.kind === 'bonus'
  const left = useCountdown(company, counts)
  const [open, setOpen] = useState(false)
  if (!banner) return null
  // After its 24 hours the welcome offer says no more than that the trial runs.
  if (banner.kind === 'welcome' && left === 'over') return null
  const w = wordsOf(banner)
  return (
    <section className={`sub ${w.look}${open ? ' open' : ''}`} aria-label={t('Sua assinatura')}>
      <a className="way" href={subscribeHref(company)}>
        <Icon name={w.look === 'ok' ? 'star' : 'warn'} />
        <span className="grow">
          <strong className="whole">{w.title}</strong>
          <strong className="short clip">{w.short[0]}</strong>
          <span className="lines">
            {w.lines[0]} <span>{w.lines[1]}</span>
          </span>
        </span>
        <span className="alert">{w.alert}</span>
        {w.countdown && typeof left === 'number' && left > 0 && (
          <span className="count" aria-hidden="true">
            {t('{m}min {s}s', {
              m: String(Math.floor(left / 60)).padStart(2, '0'),
              s: String(left % 60).padStart(2, '0'),
            })}
          </span>
        )}
        <span className="btn whole">{w.action}</span>
        <span className="btn short">{w.short[1]}</span>
      </a>
      <button
        type="button"
        className="ib unfold"
        aria-label={open ? t('Recolher o aviso') : t('Ler o aviso inteiro')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'up' : 'down'} />
      </button>
    </section>
  )
}
/** Seconds left of the countdown, by the server's clock; 'over' when the offer itself has
 * ended; null until it is known. */
function useCountdown(company: Company, active: boolean): number | 'over' | null {
  const [clock, setClock] = useState<{ started: number; ahead: number } | null>(null)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!active) return
    void call(startOffer, { params: { company: company.id } }).then(
      (o) => setClock({ started: o.started_at.getTime(), ahead: o.now.getTime() - Date.now() }),
      // Without an answer the banner stands without its clock.
      () => {},
    )
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [active, company.id])
  if (!clock) return null
  const passed = Math.floor((now + clock.ahead - clock.started) / 1000)
  return passed > OFFER.holds ? 'over' : Math.max(0, OFFER.countdown - Math.max(0, passed))
}
