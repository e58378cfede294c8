import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import type { Account, Opened } from '#features/sessions/contract.ts'
import { t } from '#web/i18n.ts'
import { Queries } from '#web/queries.tsx'
import { useAccount } from '#web/session.ts'
import { BrandLine } from '#web/ui/BrandLine.tsx'
import { Snackbar } from '#web/ui/snack.tsx'
import { AccountStep } from './AccountStep.tsx'
import { ContactStep, LookStep } from './CompanySteps.tsx'
import { LinkStep } from './LinkStep.tsx'
import { ProductsStep } from './ProductsStep.tsx'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import '#web/ui/Steps.css'

const STEPS = ['Conta', 'Aparência', 'Produtos', 'Contato', 'Enviar']
/** A company of one's own in five steps; the address says which, so that a reload goes on there. */
export default function SignUpPage({
  onOpened,
  onChanged,
}: {
  onOpened: (opened: Opened, stay: boolean) => void
  onChanged: () => Promise<void>
}) {
  const [params, setParams] = useSearchParams()
  const account = useAccount<Account>()
  const company = account?.kind === 'user' && account.user?.level === 1 ? account.company : null
  const asked = Math.min(5, Math.max(1, Number(params.get('passo')) || 1))
  const step = company ? Math.max(2, asked) : 1
  useEffect(() => {
    document.querySelector<HTMLElement>('h1')?.focus()
  }, [step])
  const go = (n: number) => {
    scrollTo(0, 0)
    setParams((p) => {
      p.set('passo', String(n))
      return p
    })
  }
  const saved = async () => {
    await onChanged()
    go(step + 1)
  }
  return (
    <Queries>
      <main className="subscribe">
        <BrandLine own={false} href="/session/signin" />
        <header>
          <h1 tabIndex={-1}>{step === 1 ? t('Seu catálogo em 5 minutos') : company?.name}</h1>
          <ol className="steps" aria-label={t('Passos')}>
            {STEPS.map((s, i) => (
              <li key={s} aria-current={i + 1 === step ? 'step' : undefined} className={i + 1 < step ? 'past' : ''}>
                <span>{i + 1}</span>
                {t(s)}
              </li>
            ))}
          </ol>
        </header>
        {step === 1 && (
          <AccountStep
            onOpened={(opened) => {
              onOpened(opened, true)
              go(2)
            }}
          />
        )}
        {company && step === 2 && <LookStep company={company} onSaved={saved} onSkip={() => go(3)} />}
        {company && step === 3 && <ProductsStep onNext={() => go(4)} onBack={() => go(2)} />}
        {company && step === 4 && <ContactStep company={company} onSaved={saved} onBack={() => go(3)} />}
        {company && step === 5 && <LinkStep company={company} onBack={() => go(4)} />}
      </main>
      <Snackbar high={false} />
    </Queries>
  )
}
