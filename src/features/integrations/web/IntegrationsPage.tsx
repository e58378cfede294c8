import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { listPlans } from '#features/plans/contract.ts'
import { chatLink } from '#shared/phone.ts'
import { call, isFailure } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { Queries, renew } from '#web/queries.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { createIntegration, type Integration, listSystems } from '../contract.ts'
import { SYSTEMS, type System, systemOf } from '../rules.ts'
import { Badge } from './Badge.tsx'
import { useIntegrations } from './data.ts'
import { IntegrationSheet } from './IntegrationSheet.tsx'
import { startUpdate } from './update.ts'
import { isHeld, isOpen, needsConsent, runWords, stateOf } from './words.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './IntegrationsPage.css'

/** Links to other systems: what is linked and how it goes, what can be linked. */
export default function IntegrationsPage({ beside }: Props) {
  return (
    <Queries>
      <Integrations beside={beside} />
    </Queries>
  )
}
interface Props {
  /** Pages about programs of the company's own. */
  beside: { href: string; name: string; hint: string }[]
}
function Integrations({ beside }: Props) {
  const [params, setParams] = useSearchParams()
  const opened = Number(params.get('id') ?? 0)
  const consent = params.get('consent')
  const [linking, setLinking] = useState<System | null>(null)
  const list = useIntegrations()
  const systems = useQuery({ queryKey: ['systems'], queryFn: () => call(listSystems) })
  // Whom to ask for what the platform itself lacks.
  const plans = useQuery({
    queryKey: ['plans'],
    queryFn: () => call(listPlans, { query: {} }),
    enabled: systems.isSuccess && SYSTEMS.some((s) => !systems.data.includes(s.type)),
  })
  const rows = list.data?.rows ?? []
  const open = (id: number) => setParams(id ? { id: String(id) } : {})
  // Back from the other system's page.
  useEffect(() => {
    if (!consent) return
    notify(
      consent === 'ok'
        ? t('Conectado. Use Atualizar agora para trazer os produtos.')
        : t('A conexão não foi autorizada. Tente de novo.'),
    )
    setParams({ id: String(opened) }, { replace: true })
  }, [consent, opened, setParams])
  const link = async (system: System, typed: Record<string, string | boolean>) => {
    const made = await call(createIntegration, { typed: { type: system.type, ...typed } })
    renew('integrations')
    open(made.id)
    if (system.asks.length) await startUpdate(made, false)
  }
  const begin = async (system: System) => {
    if (system.asks.length) return setLinking(system)
    try {
      await link(system, {})
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      notify(Object.values(failure.errors)[0]?.[0] ?? failure.message)
    }
  }
  const shown = rows.find((i) => i.id === opened)
  const free = SYSTEMS.filter((s) => !rows.some((i) => i.type === s.type))
  return (
    <div className="page">
      <div className="head">
        <h1 className="h1">{t('Integrações')}</h1>
      </div>
      <p className="t2 spacedown">
        {t(
          'O catálogo acompanha o sistema em que a empresa trabalha: produtos, preços, estoque e fotos vêm sozinhos, a cada meia hora.',
        )}
      </p>
      {(list.isPending || systems.isPending) && <Loading rows={4} />}
      {(list.isError || systems.isError) && (
        <Failed
          what={t('Não conseguimos carregar as integrações.')}
          error={list.error ?? systems.error}
          retry={() => {
            void list.refetch()
            void systems.refetch()
          }}
        />
      )}
      {rows
        .filter((i) => i.problem && i.status === 'Ativa')
        .map((i) => (
          <p className="note bad" role="alert" key={i.id}>
            <Icon name="warn" />
            <span className="grow">{t(i.problem)}</span>
            <button type="button" className="linklike tap" onClick={() => open(i.id)}>
              {t('Resolver')}
            </button>
          </p>
        ))}
      {rows.filter(isHeld).map((i) => (
        <p className="note warn" role="alert" key={i.id}>
          <Icon name="warn" />
          <span className="grow">{t('A atualização do {name} espera sua decisão.', { name: i.system_name })}</span>
          <button type="button" className="linklike tap" onClick={() => open(i.id)}>
            {t('Ver e decidir')}
          </button>
        </p>
      ))}
      {rows.length > 0 && (
        <section className="spaced">
          <h2 className="b t2 sm">{t('Ligadas')}</h2>
          <ul className="syscards">
            {rows.map((i) => (
              <Linked key={i.id} integration={i} onOpen={() => open(i.id)} />
            ))}
          </ul>
        </section>
      )}
      {list.isSuccess && systems.isSuccess && free.length > 0 && (
        <section className="spaced">
          <h2 className="b t2 sm">{t('Disponíveis')}</h2>
          <ul className="syscards">
            {free.map((s) => (
              <Free
                key={s.type}
                system={s}
                possible={systems.data.includes(s.type)}
                phone={plans.data?.consultant.phone ?? ''}
                onLink={() => void begin(s)}
              />
            ))}
          </ul>
        </section>
      )}
      <section className="spaced">
        <h2 className="b t2 sm">{t('Para os seus programas')}</h2>
        <ul className="panel spaced">
          {beside.map((b) => (
            <li key={b.href}>
              <Link href={b.href} className="li">
                <span className="grow">
                  <b className="block">{b.name}</b>
                  <span className="sm t2 block">{b.hint}</span>
                </span>
                <Icon name="right" size="s" />
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {linking && (
        <FormDialog
          name={`link:${linking.type}`}
          title={t('Ligar o {name}', { name: linking.system_name })}
          text={t('As chaves ficam guardadas com criptografia e não são mostradas de novo.')}
          fields={linking.asks.map((a) => ({
            key: a.field,
            label: t(a.label),
            hint: t(a.hint),
            first: '',
            wide: true,
            secret: true,
          }))}
          save={(typed) => link(linking, typed)}
          onClose={() => setLinking(null)}
        />
      )}
      {shown && <IntegrationSheet key={shown.id} integration={shown} onClose={() => open(0)} />}
    </div>
  )
}
function Linked({ integration: i, onOpen }: { integration: Integration; onOpen: () => void }) {
  const { system_name, description } = systemOf(i.type)
  const state = stateOf(i)
  const when = i.run?.ended_at ?? i.run?.started_at
  return (
    <li className="panel syscard">
      <button
        type="button"
        className="syscardopen"
        onClick={onOpen}
        aria-label={t('Abrir {name}', { name: system_name })}
      />
      <div className="row">
        <Badge type={i.type} />
        <span className="grow">
          <b>{system_name}</b>
          <span className="xs t2 block">{t(description)}</span>
        </span>
        <span className="pill" data-s={state.pill}>
          {state.word}
        </span>
      </div>
      <p className="sm t2">
        {needsConsent(i) && t('Falta conectar a conta.')}
        {!needsConsent(i) && !i.run && t('Ainda não atualizou.')}
        {!needsConsent(i) &&
          i.run &&
          (i.problem
            ? t('Parou: {when}', { when: showMoment(when ?? i.created_at) })
            : isOpen(i) || isHeld(i) || i.run.status === 'falhou'
              ? runWords(i.run)
              : `${when ? showMoment(when) : ''} · ${tn(i.products, '{n} produto', '{n} produtos')}`)}
      </p>
      {i.orders_waiting > 0 && (
        <p className="sm t2">{tn(i.orders_waiting, '{n} pedido na fila.', '{n} pedidos na fila.')}</p>
      )}
      {i.orders_refused > 0 && (
        <p className="sm bad">
          {tn(
            i.orders_refused,
            '{n} pedido não foi aceito. Abra-o em Pedidos.',
            '{n} pedidos não foram aceitos. Abra-os em Pedidos.',
          )}
        </p>
      )}
      {i.run?.status === 'andando' && <progress aria-label={t('Atualizando {name}', { name: system_name })} />}
    </li>
  )
}
interface FreeProps {
  system: System
  /** Whether the platform has keys of its own there, where it needs some. */
  possible: boolean
  /** Who sees to it where it has not; '' when nobody is named. */
  phone: string
  onLink: () => void
}
/** What would happen, and what is still missing for it. */
function Free({ system: s, possible, phone, onLink }: FreeProps) {
  const needs = s.asks.length
    ? t('Falta: {what}', { what: s.asks.map((a) => t(a.label)).join(', ') })
    : t('Conecta pela sua conta, sem chaves.')
  return (
    <li className="panel syscard">
      <div className="row">
        <Badge type={s.type} />
        <span className="grow">
          <b>{s.system_name}</b>
          <span className="xs t2 block">{t(s.description)}</span>
        </span>
        <span className="tag">{t('Beta')}</span>
      </div>
      <ul className="sm t2 will">
        <li>{t('Traz os produtos de lá e os acompanha a cada meia hora.')}</li>
        <li>{t('Não muda nada lá. O que só existe aqui fica.')}</li>
        {s.orders && <li>{t('Pode levar os pedidos confirmados, cada um uma vez.')}</li>}
      </ul>
      <div className="row wrap">
        <span className="sm grow">
          {possible ? needs : t('Falta: o Mostruário ainda não tem as chaves deste sistema.')}
        </span>
        {possible ? (
          <button
            type="button"
            className="btn sec"
            onClick={onLink}
            aria-label={t('Ligar o {name}', { name: s.system_name })}
          >
            {t('Ligar')}
          </button>
        ) : (
          phone && (
            <a
              className="btn sec"
              href={chatLink(phone, t('Olá! Quero ligar o {name} ao Mostruário.', { name: s.system_name }))}
              target="_blank"
              rel="noreferrer"
            >
              <Icon name="whatsapp" />
              {t('Pedir as chaves')}
            </a>
          )
        )}
      </div>
    </li>
  )
}
