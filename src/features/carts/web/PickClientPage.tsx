// For whom the order is, before anything else: an open one goes on, a client is found or made.
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Client } from '#features/clients/contract.ts'
import { sinceLast, useClients } from '#features/clients/web/index.ts'
import { showPhone } from '#shared/phone.ts'
import { t } from '#web/i18n.ts'
import { useStill } from '#web/useStill.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { NewClient } from './NewClient.tsx'
import { pickClient } from './desk.ts'
import { useStart } from './NewOrder.tsx'
import { OpenCarts } from './OpenCarts.tsx'
import { windowOf } from './words.ts'
import '#web/styles/kit.css'
import './PickClientPage.css'

interface Props {
  viewer: { level: number; currency: string; hide_price: boolean }
  /** The goods of the open cart go to whoever is picked. */
  swaps: boolean
}
export default function PickClientPage({ viewer, swaps }: Props) {
  const [, navigate] = useLocation()
  const [words, setWords] = useState('')
  const [making, setMaking] = useState(false)
  const { found, failed, look } = useClients(words)
  const to = windowOf(viewer.level)
  const start = useStart(viewer.level)
  const pick = async (u: Client) => {
    if (!swaps) return start(u)
    await pickClient(u)
    navigate(to)
  }
  /** Enter takes the first that was found for these very words; none: a new client of this name. */
  const enter = async () => {
    const [first] = await look(words)
    if (first) await pick(first)
    else if (words.trim()) setMaking(true)
  }
  const shown = useStill(found)
  return (
    <div className="page narrow">
      <div className="head">
        <h1>{swaps ? t('Trocar o cliente') : t('Novo pedido')}</h1>
      </div>
      {making ? (
        <NewClient words={words} swaps={swaps} onBack={() => setMaking(false)} onDone={() => navigate(to)} />
      ) : (
        <>
          <form
            className="pickclient"
            onSubmit={(e) => {
              e.preventDefault()
              void enter()
            }}
          >
            <label className="search">
              <Icon name="search" size="s" />
              <span className="sr">{t('Buscar cliente')}</span>
              <input
                type="search"
                enterKeyHint="go"
                autoComplete="off"
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is there to answer this one question
                autoFocus
                placeholder={t('Nome, telefone, CPF ou CNPJ')}
                value={words}
                onChange={(e) => setWords(e.target.value)}
              />
            </label>
            <button type="button" className="btn sec full" onClick={() => setMaking(true)}>
              <Icon name="plus" />
              <span>{words.trim() ? t('Cliente novo “{name}”', { name: words.trim() }) : t('Cliente novo')}</span>
            </button>
          </form>
          {!words && <OpenCarts currency={viewer.currency} hide_price={viewer.hide_price} to={to} />}
          <h2 className="spaced">{t('Clientes')}</h2>
          {failed !== null ? (
            <Failed what={t('Não conseguimos carregar os clientes.')} error={failed} retry={() => void look(words)} />
          ) : shown === null ? (
            <Loading rows={4} />
          ) : (
            <ul className="panel">
              {shown.map((u) => (
                <li key={u.id}>
                  <button type="button" className="li full" onClick={() => void pick(u)}>
                    <span className="grow left">
                      <b>{u.company_name || u.name}</b>
                      <span className="sm t2 block">
                        {about(u)}
                        {about(u) && u.phone && ' · '}
                        <span className="nowrap">{u.phone && showPhone(u.phone)}</span>
                      </span>
                    </span>
                    <span className="sm t2 nowrap">{sinceLast(u)}</span>
                    <Icon name="right" size="s" />
                  </button>
                </li>
              ))}
              {shown.length === 0 && (
                <li className="li t2">
                  {words ? t('Nenhum cliente com “{name}”.', { name: words }) : t('Nenhum cliente ainda.')}
                </li>
              )}
            </ul>
          )}
        </>
      )}
    </div>
  )
}
const about = (u: Client) => [u.address.city, u.document].filter(Boolean).join(' · ')
