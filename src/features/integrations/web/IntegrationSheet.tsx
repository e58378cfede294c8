import { useState } from 'react'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { put, renew } from '#web/queries.tsx'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import {
  connectIntegration,
  deleteIntegration,
  type Integration,
  retireAbsent,
  updateIntegration,
} from '../contract.ts'
import { systemOf } from '../rules.ts'
import { Asked, type Question } from './Asked.tsx'
import { Badge } from './Badge.tsx'
import { FilterPicker } from './FilterPicker.tsx'
import { HeldRun } from './HeldRun.tsx'
import { Runs } from './Runs.tsx'
import { SendOrders } from './SendOrders.tsx'
import { startUpdate } from './update.ts'
import { isOpen, needsConsent } from './words.ts'
import '#web/ui/Sheet.css'

/** One link: on or off, updates, what comes over, its keys, what the last updates did. Switches act at once. */
export function IntegrationSheet({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  // What was just switched looks so at once, until the server has answered.
  const [wanted, setWanted] = useState<Partial<Integration>>({})
  const i = { ...integration, ...wanted }
  const system = systemOf(i.type)
  const [asked, setAsked] = useState<Question | null>(null)
  const { busy, act } = useAct((failure) => {
    setWanted({})
    notify(failure.message)
  })
  const run = (work: () => Promise<unknown>) =>
    act(async () => {
      await work()
      renew('integrations')
    })
  const change = (shown: Partial<Integration>, typed: Record<string, unknown>) => {
    setWanted(shown)
    void run(async () => {
      await put('integrations', await call(updateIntegration, { params: { id: i.id }, typed }))
      setWanted({})
    })
  }
  const update = (everything: boolean) => run(() => startUpdate(i, everything))
  const connect = () => run(async () => location.assign((await call(connectIntegration, { params: { id: i.id } })).url))
  const remove = () =>
    run(async () => {
      await call(deleteIntegration, { params: { id: i.id } })
      notify(t('{name} foi desligado. Os produtos continuam no catálogo.', { name: system.system_name }))
      onClose()
    })
  const retire = () =>
    run(async () => {
      const { retired } = await call(retireAbsent, { params: { id: i.id } })
      renew('runs')
      notify(tn(retired, '{n} produto saiu do catálogo.', '{n} produtos saíram do catálogo.'))
    })
  const active = i.status === 'Ativa'
  const ready = active && !needsConsent(i)
  return (
    <Modal className="sheet" label={system.system_name} onClose={onClose}>
      <div className="body">
        <div className="page col g3">
          <div className="row">
            <Badge type={i.type} />
            <div className="grow">
              <h2>
                {system.system_name} <span className="tag">{t('Beta')}</span>
              </h2>
              <p className="t2 sm">{t('Ligada: {when}', { when: showMoment(i.created_at) })}</p>
            </div>
            <Switch
              hidden
              label={t('Integração ativa')}
              checked={active}
              disabled={busy}
              onChange={(on) => change({ status: on ? 'Ativa' : 'Inativa' }, { status: on ? 'active' : 'inactive' })}
            />
            <button type="button" className="ib" aria-label={t('Fechar')} onClick={onClose}>
              <Icon name="close" />
            </button>
          </div>
          {i.problem && (
            <p className="note bad">
              <Icon name="warn" />
              <span className="grow">{t(i.problem)}</span>
            </p>
          )}
          {system.asks.length === 0 && (
            <button
              type="button"
              className={`btn ${needsConsent(i) || i.problem ? 'pri' : 'sec'}`}
              disabled={busy}
              onClick={() => void connect()}
            >
              <Icon name="link" />
              {needsConsent(i) ? t('Conectar ao {name}', { name: system.system_name }) : t('Conectar de novo')}
            </button>
          )}
          <div className="row">
            <button
              type="button"
              className="btn pri grow"
              disabled={busy || !ready || isOpen(i)}
              onClick={() => void update(false)}
            >
              <Icon name="repeat" />
              {isOpen(i) ? t('Atualizando…') : t('Atualizar agora')}
            </button>
            <button
              type="button"
              className="btn sec"
              disabled={busy || !ready || isOpen(i)}
              onClick={() => void update(true)}
            >
              {t('Tudo de novo')}
            </button>
          </div>
          {i.absent > 0 && (
            <p className="note warn">
              <span className="grow">
                {tn(
                  i.absent,
                  '{n} produto não veio na última atualização inteira. Nada foi tirado do catálogo.',
                  '{n} produtos não vieram na última atualização inteira. Nada foi tirado do catálogo.',
                )}
              </span>
              <button type="button" className="btn sec small" disabled={busy} onClick={() => setAsked('retire')}>
                {t('Tirar do catálogo')}
              </button>
            </p>
          )}
          <HeldRun integration={i} busy={busy} run={run} />
          <div className="col g3">
            <Switch
              label={t('Trazer categorias')}
              hint={t('Desligado: as categorias daqui ficam como estão.')}
              checked={i.sync_categories}
              disabled={busy}
              onChange={(on) => change({ sync_categories: on }, { sync_categories: on ? 1 : 0 })}
            />
            <Switch
              label={t('Ignorar estoque')}
              hint={t('Ligado: o estoque daqui vale, o de lá não vem.')}
              checked={i.ignore_stock}
              disabled={busy}
              onChange={(on) => change({ ignore_stock: on }, { ignore_stock: on ? 1 : 0 })}
            />
            {!needsConsent(i) && (
              <SendOrders
                integration={i}
                busy={busy}
                onSwitch={(on) => change({ send_order_to_integration: on }, { send_order_to_integration: on ? 1 : 0 })}
                onChoose={(settings) => change({ settings }, { settings })}
              />
            )}
          </div>
          {!needsConsent(i) && (
            <FilterPicker integration={i} busy={busy} onChange={(filter) => change({ filter }, { filter })} />
          )}
          {system.own && (
            <section className="row">
              <p className="grow">
                <b className="sm">{t(system.own.label)}</b>
                <span className="block t2">{i.id_system || '0'}</span>
              </p>
              <button
                type="button"
                className="btn txt small"
                onClick={() => setAsked('own')}
                aria-label={t('Trocar {name}', { name: t(system.own.label) })}
              >
                {t('Trocar')}
              </button>
            </section>
          )}
          {system.asks.length > 0 && (
            <section>
              <h3 className="b sm">{t('Chaves')}</h3>
              <ul className="panel">
                {system.asks.map((a) => (
                  <li className="li" key={a.field}>
                    <span className="grow">
                      <span className="sm">{t(a.label)}</span>
                      <span className="block t2">
                        {i[`${a.field}_set`] ? `•••• ${i[`${a.field}_last4`]}` : t('falta')}
                      </span>
                    </span>
                    <button
                      type="button"
                      className="btn txt small"
                      onClick={() => setAsked(a)}
                      aria-label={t('Trocar {name}', { name: t(a.label) })}
                    >
                      {t('Trocar')}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <Runs integration={i} />
          <p className="xs t2">
            {t('Beta: verificada com um simulador do {name}, ainda não com uma conta real.', {
              name: system.system_name,
            })}{' '}
            <a className="linklike" href={system.instruction_link} target="_blank" rel="noreferrer">
              {t('Como ligar')}
            </a>
          </p>
          <button type="button" className="btn txt self-start" disabled={busy} onClick={() => setAsked('remove')}>
            <Icon name="bin" />
            {t('Desligar o {name}', { name: system.system_name })}
          </button>
        </div>
      </div>
      {asked && (
        <Asked
          asked={asked}
          integration={i}
          onRemove={() => void remove()}
          onRetire={() => void retire()}
          onClose={() => setAsked(null)}
        />
      )}
    </Modal>
  )
}
