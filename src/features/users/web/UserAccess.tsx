import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shareLink } from '#shared/phone.ts'
import { call } from '#web/api.ts'
import { showMoment, t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { endSessions, listSessions, readLink, renewLink, type User } from '../contract.ts'
import './UserAccess.css'

/** A seller's share link, a client's personal link: to copy, to send, as a QR code. */
export function Links({ user, company }: { user: User; company: { name: string } }) {
  const [asking, setAsking] = useState(false)
  const personal = user.level === 3
  const link = useQuery({
    queryKey: ['link', user.id],
    queryFn: async () =>
      personal ? (await call(readLink, { params: { id: user.id } })).url : `${location.origin}/pedidos?vend=${user.id}`,
    enabled: user.level >= 2,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const code = useQuery({
    queryKey: ['qr', link.data],
    queryFn: async () => (await import('qrcode')).toDataURL(link.data ?? '', { margin: 1, scale: 6 }),
    enabled: !!link.data,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (user.level < 2 || !link.data) return null
  const text = t('Catálogo de {name}: {url}', { name: company.name, url: link.data })
  return (
    <section className="sect">
      <h2>{personal ? t('Link pessoal') : t('Link do vendedor')}</h2>
      <p className="t2 sm">
        {personal
          ? t('Quem abre este link entra como este cliente, com os preços dele. Envie só a ele.')
          : t('Quem abre este link fala com este vendedor e pede por ele.')}
      </p>
      <div className="row g4 wrap">
        {code.data && (
          <span className="qr">
            <img src={code.data} alt={t('QR code do link')} />
          </span>
        )}
        <div className="col g3 grow">
          <code className="sm pre">{link.data}</code>
          <div className="row wrap">
            <button
              type="button"
              className="btn sec small"
              onClick={() => void navigator.clipboard.writeText(link.data).then(() => notify(t('Link copiado.')))}
            >
              <Icon name="copy" />
              {t('Copiar link')}
            </button>
            <a className="btn wa small" href={shareLink(text)} target="_blank" rel="noreferrer">
              <Icon name="whatsapp" />
              {t('Enviar')}
            </a>
            {personal && (
              <button type="button" className="btn sec small" onClick={() => setAsking(true)}>
                <Icon name="repeat" />
                {t('Trocar link')}
              </button>
            )}
          </div>
        </div>
      </div>
      {asking && (
        <Confirm
          title={t('Trocar o link pessoal?')}
          text={t('O link antigo deixa de abrir. Envie o novo ao cliente.')}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void call(renewLink, { params: { id: user.id } }).then(() => {
              renew('link', user.id)
              notify(t('Link trocado.'))
            })
          }}
        />
      )}
    </section>
  )
}
/** Where a person is signed in, and the way to end it all. */
export function Sessions({ user }: { user: User }) {
  const list = useQuery({
    queryKey: ['sessions', user.id],
    queryFn: () => call(listSessions, { params: { id: user.id } }),
  })
  const others = list.data?.filter((s) => !s.current).length ?? 0
  if (!list.data) return null
  return (
    <section className="sect">
      <h2>{t('Onde está conectado')}</h2>
      {list.data.length === 0 && <p className="t2 sm">{t('Em nenhum aparelho agora.')}</p>}
      {list.data.length > 0 && (
        <ul className="panel">
          {list.data.map((s) => (
            <li className="li" key={s.id}>
              <span className="grow">
                <span className="b sm">{deviceOf(s.agent)}</span>
                <span className="xs t2 block">
                  {s.current ? t('Este aparelho') : t('Visto {when}', { when: showMoment(s.last_seen) })} ·{' '}
                  {t('entrou {when}', { when: showMoment(s.at) })}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {others > 0 && (
        <button
          type="button"
          className="btn sec small left"
          onClick={() =>
            void call(endSessions, { params: { id: user.id } }).then(({ ended }) => {
              renew('sessions', user.id)
              notify(tn(ended, 'Desconectado de {n} aparelho.', 'Desconectado de {n} aparelhos.'))
            })
          }
        >
          {t('Desconectar')}
        </button>
      )}
    </section>
  )
}
/** "Chrome em Android" from a user agent. */
function deviceOf(agent: string): string {
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /Firefox\//.test(agent)
      ? 'Firefox'
      : /Chrome\//.test(agent)
        ? 'Chrome'
        : /Safari\//.test(agent)
          ? 'Safari'
          : t('Navegador')
  const system = /Android/.test(agent)
    ? 'Android'
    : /iPhone|iPad/.test(agent)
      ? 'iOS'
      : /Windows/.test(agent)
        ? 'Windows'
        : /Mac OS/.test(agent)
          ? 'macOS'
          : /Linux/.test(agent)
            ? 'Linux'
            : ''
  return system ? t('{browser} em {system}', { browser, system }) : browser
}
