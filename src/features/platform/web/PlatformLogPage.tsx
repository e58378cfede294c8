import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { LogLines } from '#features/logs/web/index.ts'
import { LOG_LABELS } from '#features/products/contract.ts'
import { callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { nextPage, Queries } from '#web/queries.tsx'
import { Choices } from '#web/ui/Chips.tsx'
import { ListHead } from '#web/ui/ListHead.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { useListSearch, useListState } from '#web/useListState.ts'
import { type LogKind, type PlatformLine, readPlatformLog } from '../contract.ts'
import { begin } from '../periods.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './PlatformLogPage.css'

const KINDS: { value: LogKind | ''; label: string }[] = [
  { value: '', label: 'Tudo' },
  { value: 'empresas', label: 'Empresas' },
  { value: 'visitas', label: 'Visitas' },
  { value: 'cobrancas', label: 'Cobranças' },
  { value: 'planos', label: 'Planos e revendas' },
  { value: 'plataforma', label: 'Plataforma' },
]
const PERIODS = [
  { value: '', label: 'Todo o período' },
  { value: '1', label: 'Hoje' },
  { value: '7', label: '7 dias' },
  { value: '30', label: '30 dias' },
  { value: '90', label: '90 dias' },
]
const WHO = [
  { value: '', label: 'De todos' },
  { value: 'pessoas', label: 'Só pessoas' },
  { value: 'sistema', label: 'Só o sistema' },
] as const

/** What operators did, newest first: by whom, to what, to which company, and when. */
export default function PlatformLogPage() {
  return (
    <Queries>
      <Log />
    </Queries>
  )
}
/** Whoever stands in the line below need not be named in it. */
const named = (l: PlatformLine) => ({ ...l, name: l.company && l.name === l.company.name ? '' : l.name })
function Log() {
  const shown = useListState()
  const { words, setWords, search: text } = useListSearch(shown, 'text')
  const kind = KINDS.find((k) => k.value === shown.of('kind'))?.value ?? ''
  const who = WHO.find((w) => w.value === shown.of('who'))?.value ?? ''
  const days = PERIODS.find((p) => p.value === shown.of('days'))?.value ?? ''
  const list = useInfiniteQuery({
    queryKey: ['platform-log', text, kind, who, days],
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      callList(readPlatformLog, {
        query: {
          text,
          kind: kind || undefined,
          who: who || undefined,
          since: days ? begin(Number(days)) : undefined,
          limit: 50,
          page: pageParam,
        },
      }),
    getNextPageParam: nextPage,
    placeholderData: (before) => before,
  })
  const rows = list.data?.pages.flatMap((p) => p.rows) ?? []
  const companies = new Map(rows.map((l) => [l.id, l.company]))
  const narrowed = Boolean(text || kind || who || days)
  const pick = (key: string, label: string, value: string, choices: readonly { value: string; label: string }[]) => (
    <select className="in" aria-label={label} value={value} onChange={(e) => shown.set({ [key]: e.target.value })}>
      {choices.map((c) => (
        <option key={c.value} value={c.value}>
          {t(c.label)}
        </option>
      ))}
    </select>
  )
  return (
    <div className="page narrow">
      <div className="head">
        <h1 className="h1">{t('Registro')}</h1>
      </div>
      <ListHead
        label={t('Buscar no registro por pessoa, coisa ou empresa')}
        placeholder={t('Pessoa, coisa ou empresa')}
        value={words}
        onChange={setWords}
        chips={<Choices choices={KINDS} value={kind} onChoose={(value) => shown.set({ kind: value })} />}
      >
        <div className="logpicks">
          {pick('who', t('Quem fez'), who, WHO)}
          {pick('days', t('Período'), days, PERIODS)}
        </div>
      </ListHead>
      <ListStates list={list} what={t('Não conseguimos carregar o registro.')} none={rows.length === 0}>
        <Empty icon="history">
          <p>
            {narrowed
              ? t('Nada com estes filtros.')
              : t('Nada por aqui ainda. Cada empresa criada, visita, pagamento e ajuste aparece aqui com quem fez.')}
          </p>
          {narrowed && (
            <button type="button" className="btn sec" onClick={shown.clear}>
              {t('Limpar os filtros')}
            </button>
          )}
        </Empty>
      </ListStates>
      {rows.length > 0 && (
        <>
          {narrowed && (
            <p className="sm t2" role="status">
              {tn(list.data?.pages[0]?.total ?? 0, '{n} linha', '{n} linhas')}
            </p>
          )}
          <LogLines
            lines={rows.map(named)}
            named
            byDay
            labels={LOG_LABELS}
            about={(line) => <About company={companies.get(line) ?? null} />}
          />
        </>
      )}
      <MoreButton list={list} look="sec spaced" />
    </div>
  )
}
const About = ({ company }: { company: PlatformLine['company'] }) =>
  company && (
    <span className="sm block">
      <Link href={`/dashboard/companies/${company.id}`} className="linklike">
        {company.name}
      </Link>
    </span>
  )
