import { useState } from 'react'
import { Link } from 'wouter'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { BrandLine } from '#web/ui/BrandLine.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { confirmAddress } from '../contract.ts'
import '#web/styles/kit.css'

/** Nothing happens before the button: a program that opens the links of a mail confirms nothing. The token is after #, so
 * that no server and no referrer sees it. */
export default function ConfirmAddressPage() {
  const [done, setDone] = useState('')
  const [problem, setProblem] = useState('')
  const { busy, act } = useAct((failure) => setProblem(failure.message))
  const confirm = () =>
    act(async () => {
      setProblem('')
      const { company, address } = await call(confirmAddress, { body: { token: location.hash.slice(1) } })
      history.replaceState(null, '', location.pathname)
      setDone(t('{address} está confirmado para {company}.', { address, company }))
    })
  return (
    <main className="entry">
      <BrandLine own={false} href="/mobi" />
      <div className="box form">
        <h1>{t('Confirmar endereço')}</h1>
        {done ? (
          <p className="note ok" role="status">
            {done}
          </p>
        ) : (
          <>
            <p className="t2">{t('Confirme que este endereço é seu e que quer receber os e-mails da empresa.')}</p>
            <Problem words={problem} />
            <button type="button" className="btn pri full" disabled={busy} onClick={() => void confirm()}>
              {busy ? t('Confirmando…') : t('Confirmar')}
            </button>
          </>
        )}
        <Link href="/session/signin" className="btn txt">
          {t('Entrar')}
        </Link>
      </div>
    </main>
  )
}
