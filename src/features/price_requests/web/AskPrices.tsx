import { useState } from 'react'
import { call } from '#web/api.ts'
import { useAct } from '#web/act.ts'
import { t } from '#web/i18n.ts'
import { lazyPart } from '#web/lazy.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { askForPrices } from '../contract.ts'
import '#web/styles/kit.css'
import './AskPrices.css'

const AskPricesDialog = lazyPart(() => import('./AskPricesDialog.tsx'))

/** When this account asked; after a week it may ask again. Companies and clients share the storage of a device. */
const askedBy = (user: number) => `mo_asked_prices:${user}`
const AGAIN_AFTER = 7 * 24 * 3_600_000

const hasAsked = (user: number) => Date.now() - Number(localStorage.getItem(askedBy(user)) ?? 0) < AGAIN_AFTER
interface Props {
  viewer: { isPublic: boolean; user: { id: number } }
}
/** Above a catalogue without prices: who looks may ask for them. A named client needs one
 * tap, a visitor says who it is. */
const AskPrices = (props: Props) => <Asking key={props.viewer.user.id} {...props} />
export default AskPrices
function Asking({ viewer: { isPublic, user } }: Props) {
  const [asked, setAsked] = useState(() => hasAsked(user.id))
  const [asking, setAsking] = useState(false)
  const { busy, act } = useAct()
  const send = async (typed: Record<string, string>) => {
    await call(askForPrices, { typed })
    localStorage.setItem(askedBy(user.id), String(Date.now()))
    setAsked(true)
    setAsking(false)
    notify(t('Pedido enviado. A empresa responde pelo seu telefone.'))
  }
  return (
    <div className="note asks spacedown">
      <Icon name="lock" size="s" />
      <span className="grow">
        {asked
          ? t('Você pediu para ver os preços. A resposta vem pelo seu telefone.')
          : t('Os preços aparecem para quem a empresa libera.')}
      </span>
      {!asked && (
        <button
          type="button"
          className="btn sec small"
          disabled={busy}
          onClick={() => (isPublic ? setAsking(true) : void act(() => send({})))}
        >
          {t('Pedir acesso ao preço')}
        </button>
      )}
      {asking && <AskPricesDialog send={send} onClose={() => setAsking(false)} />}
    </div>
  )
}
