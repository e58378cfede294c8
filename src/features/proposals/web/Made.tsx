import { useQuery } from '@tanstack/react-query'
import { showCents } from '#shared/money.ts'
import { shareLink } from '#shared/phone.ts'
import { callList } from '#web/api.ts'
import { copyLink } from '#web/copy.ts'
import { t, tn } from '#web/i18n.ts'
import { HOME_ZONE } from '#shared/zoned-time.ts'
import { showFullDay, showMoment } from '#web/moments.ts'
import { Choices } from '#web/ui/Chips.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListHead } from '#web/ui/ListHead.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { useListSearch, useListState } from '#web/useListState.ts'
import { listProposals, type Proposal, type ProposalState } from '../contract.ts'

const PAGE = 25
const STATES: { value: ProposalState | ''; label: string }[] = [
  { value: '', label: 'Todas' },
  { value: 'valendo', label: 'Valendo' },
  { value: 'aceita', label: 'Aceitas' },
  { value: 'vencida', label: 'Vencidas' },
]
/** What was offered, and what became of it; `onLike`: another one like it. */
export function Made({ onLike }: { onLike: (one: Proposal) => void }) {
  const shown = useListState()
  const { words, setWords, search: text } = useListSearch(shown, 'text')
  const state = STATES.find((s) => s.value === shown.of('state'))?.value ?? ''
  const page = Number(shown.of('page') || 1)
  const list = useQuery({
    queryKey: ['proposals', text, state, page],
    queryFn: () => callList(listProposals, { query: { text, state: state || undefined, limit: PAGE, page } }),
    placeholderData: (before) => before,
  })
  const rows = list.data?.rows ?? []
  return (
    <section className="sect spaced made">
      <h2>{t('Feitas')}</h2>
      <ListHead
        label={t('Buscar proposta por cliente ou consultor')}
        placeholder={t('Cliente ou consultor')}
        value={words}
        onChange={setWords}
        chips={<Choices choices={STATES} value={state} onChoose={(value) => shown.set({ state: value })} />}
      />
      <ListStates list={list} what={t('Não conseguimos carregar as propostas.')} none={rows.length === 0} rows={3}>
        <Empty icon="sheet">
          <p>
            {text || state
              ? t('Nenhuma proposta assim.')
              : t(
                  'Nenhuma proposta ainda. A que você criar aparece aqui, com quantas vezes foi vista e se foi aceita.',
                )}
          </p>
        </Empty>
      </ListStates>
      {rows.length > 0 && (
        <ul className="panel">
          {rows.map((p) => (
            <Line key={p.id} proposal={p} onLike={() => onLike(p)} />
          ))}
        </ul>
      )}
      <Pager
        page={page}
        pages={Math.ceil((list.data?.total ?? 0) / PAGE)}
        onPage={(n) => shown.set({ page: String(n) })}
      >
        {' · '}
        {tn(list.data?.total ?? 0, '{n} proposta', '{n} propostas')}
      </Pager>
    </section>
  )
}
function stateOf(p: Proposal): { word: string; pill: string } {
  if (p.accepted_at) return { word: t('Aceita'), pill: 'ativa' }
  return p.expired ? { word: t('Venceu'), pill: 'bloqueada' } : { word: t('Valendo'), pill: 'pendente' }
}
/** What happened to it last. */
function lastOf(p: Proposal): string {
  if (p.accepted_at) return t('Aceita {when}', { when: showMoment(p.accepted_at) })
  if (!p.viewed_at) return t('Ainda não foi aberta')
  return `${tn(p.views, 'Vista {n} vez', 'Vista {n} vezes')} · ${t('a última {when}', { when: showMoment(p.viewed_at) })}`
}
function Line({ proposal: p, onLike }: { proposal: Proposal; onLike: () => void }) {
  const name = p.prospect || t('Proposta {n}', { n: p.id })
  const state = stateOf(p)
  const day = showFullDay(p.expires_at, HOME_ZONE)
  return (
    <li className="li">
      <span className="grow">
        <b>{name}</b>
        <span className="sm block">
          {p.recommendedPlan.name} · {t('{price} por mês', { price: showCents(p.totalMonthlyCost) })}
        </span>
        <span className="xs t2 block">{lastOf(p)}</span>
        <span className="xs t2 block">
          {p.consultantName} · {showMoment(p.created_at)} ·{' '}
          {p.expired ? t('venceu {day}', { day }) : t('vale até {day}', { day })}
        </span>
      </span>
      <span className="pill" data-s={state.pill}>
        {state.word}
      </span>
      <span className="row wrap">
        {p.expired || p.accepted_at ? null : (
          <>
            <button
              type="button"
              className="btn txt small"
              aria-label={t('Copiar o link de {name}', { name })}
              onClick={() => void copyLink(p.link)}
            >
              <Icon name="copy" size="s" />
              {t('Copiar')}
            </button>
            <a
              className="btn txt small"
              aria-label={t('Enviar a proposta de {name} no WhatsApp', { name })}
              href={shareLink(t('Sua proposta do Mostruário: {link}', { link: p.link }))}
              target="_blank"
              rel="noreferrer"
            >
              <Icon name="whatsapp" size="s" />
              {t('Enviar')}
            </a>
          </>
        )}
        <button
          type="button"
          className="btn txt small"
          aria-label={t('Fazer outra como {name}', { name })}
          onClick={onLike}
        >
          {p.expired && !p.accepted_at ? t('Renovar') : t('Fazer outra')}
        </button>
        <a
          className="btn txt small"
          aria-label={t('Abrir a proposta de {name}', { name })}
          href={p.link}
          target="_blank"
          rel="noreferrer"
        >
          {t('Abrir')}
        </a>
      </span>
    </li>
  )
}
