// Asked after somebody's first order, not before: whether this device may say what becomes of it. Once; a no is a no.
import { useEffect, useState } from 'react'
import { t } from '#web/i18n.ts'
import { type Account, currentAccount } from '#web/session.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { type Standing, standing, turnOn } from './push.ts'

const ASKED = 'mo_asked_notices'
/** `sells`: whoever takes orders hears of answers, who buys of the order. */
export function AskNotices({ sells }: { sells: boolean }) {
  const [now, setNow] = useState<Standing | null>(null)
  const [asked, setAsked] = useState(() => localStorage.getItem(ASKED) !== null)
  const [busy, setBusy] = useState(false)
  useEffect(() => void standing().then(setNow), [])
  if (asked || currentAccount<Account>()?.kind !== 'user' || (now !== 'ask' && now !== 'home')) return null
  const done = () => {
    localStorage.setItem(ASKED, '1')
    setAsked(true)
  }
  const allow = async () => {
    setBusy(true)
    try {
      const on = await turnOn()
      notify(
        on
          ? t('Pronto: os avisos chegam neste aparelho.')
          : t('O navegador não deixou. Para mudar, abra as permissões deste site no navegador.'),
      )
      done()
    } catch {
      notify(t('Não deu para ativar os avisos agora. Tente mais tarde em Neste aparelho.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="note col g3" aria-label={t('Avisos neste aparelho')}>
      <div className="row g2">
        <Icon name="bell" size="s" />
        <p className="grow">
          {sells
            ? t('Quer saber na hora quando um cliente pedir ou responder?')
            : t('Quer saber na hora quando o pedido andar?')}
        </p>
      </div>
      {now === 'home' ? (
        <>
          <p className="sm">
            {t(
              'No iPhone os avisos só chegam pelo aplicativo: toque em Compartilhar e em Adicionar à Tela de Início, e abra por lá.',
            )}
          </p>
          <div>
            <button type="button" className="btn sec" onClick={done}>
              {t('Entendi')}
            </button>
          </div>
        </>
      ) : (
        <div className="row wrap g2">
          <button type="button" className="btn pri" disabled={busy} onClick={() => void allow()}>
            {busy ? t('Ativando…') : t('Ativar avisos')}
          </button>
          <button type="button" className="btn sec" onClick={done}>
            {t('Agora não')}
          </button>
        </div>
      )}
    </section>
  )
}
