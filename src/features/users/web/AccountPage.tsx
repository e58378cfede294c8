import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { Field } from '#web/ui/Field.tsx'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { notify } from '#web/ui/snack.tsx'
import { FailedPage, Loading } from '#web/ui/states.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { Typed } from '#web/ui/Typed.tsx'
import { useForm } from '#web/useForm.ts'
import { readUser, updateUser, type User } from '../contract.ts'
import { Sessions } from './UserAccess.tsx'
import '#web/styles/kit.css'
import '#web/styles/manage.css'

interface Props {
  me: number
  /** What is shown of the person elsewhere may be another by now. */
  onSaved: () => void
}
/** What people change of themselves; the sign-in only with the current password. */
export default function AccountPage(props: Props) {
  return (
    <Queries>
      <Own {...props} />
    </Queries>
  )
}
function Own({ me, onSaved }: Props) {
  const user = useQuery({ queryKey: ['user', String(me)], queryFn: () => call(readUser, { params: { id: me } }) })
  if (user.isPending) return <Loading rows={3} />
  if (user.isError)
    return (
      <FailedPage
        title={t('Seus dados')}
        what={t('Não conseguimos carregar seus dados.')}
        error={user.error}
        retry={() => void user.refetch()}
      />
    )
  return <Editor user={user.data} onSaved={onSaved} />
}
const typedOf = (u: User) => ({ name: u.name, phone: u.phone, email: u.email, password: '', current_password: '' })

function Editor({ user, onSaved }: { user: User; onSaved: () => void }) {
  // Secrets are among the values: nothing of it is kept for the tab.
  const form = useForm('', typedOf(user))
  const { values: v, set, error } = form
  const proves = v.email.toLowerCase() !== user.email.toLowerCase() || v.password !== ''
  const save = () =>
    form.submit(async () => {
      const typed = Object.fromEntries(form.changed().map((key) => [key, v[key]]))
      const saved = await call(updateUser, { params: { id: user.id }, typed })
      renew('user')
      onSaved()
      notify(t('Salvo.'))
      return typedOf(saved)
    })
  const field = (
    key: keyof typeof v,
    label: string,
    { hint, optional, ...more }: React.InputHTMLAttributes<HTMLInputElement> & { hint?: string; optional?: boolean },
  ) => (
    <Field label={label} error={error(key)} {...(hint && { hint })} {...(optional && { optional })}>
      <Typed className="in" value={v[key]} onChange={(e) => set(key, e.target.value)} {...more} />
    </Field>
  )
  return (
    <div className="page narrow">
      <div className="head">
        <h1 className="h1">{t('Seus dados')}</h1>
      </div>
      <SubmitForm onSubmit={() => void save()}>
        <section className="sect">
          <div className="fields two">
            {field('name', t('Nome'), { autoComplete: 'name', maxLength: 120 })}
            {field('phone', t('Telefone com DDD'), {
              type: 'tel',
              inputMode: 'tel',
              autoComplete: 'tel',
              optional: true,
            })}
          </div>
        </section>
        <section className="sect">
          <h2>{t('Entrada')}</h2>
          {user.signs_in ? (
            <div className="fields two">
              {field('email', t('E-mail'), {
                type: 'email',
                autoComplete: 'email',
                hint: t('O endereço anterior recebe um aviso da mudança.'),
              })}
              {field('password', t('Senha nova'), {
                type: 'password',
                autoComplete: 'new-password',
                optional: true,
                hint: user.level === 3 ? t('Pelo menos 8 caracteres.') : t('Pelo menos 10 caracteres.'),
              })}
              {proves &&
                field('current_password', t('Senha atual'), {
                  type: 'password',
                  autoComplete: 'current-password',
                  hint: t('Para mudar o e-mail ou a senha.'),
                })}
            </div>
          ) : (
            <p className="t2 sm">
              {t('Você entra pelo link pessoal. Para entrar com e-mail e senha, fale com a empresa.')}
            </p>
          )}
        </section>
        <SaveBar
          shown={form.dirty}
          text={t('Há mudanças por salvar.')}
          busy={form.busy}
          onDiscard={() => form.discard()}
        />
      </SubmitForm>
      <Sessions user={user} />
    </div>
  )
}
