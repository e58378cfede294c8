import { useQuery } from '@tanstack/react-query'
import type { PlatformSettings } from '#features/plans/contract.ts'
import { showCents } from '#shared/money.ts'
import { showPhone } from '#shared/phone.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Figures } from '#web/ui/Figures.tsx'
import { Typed } from '#web/ui/Typed.tsx'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { useForm } from '#web/useForm.ts'
import { readFigures, readPlatform, updatePlatform } from '../contract.ts'
import { ClockNotice } from './ClockNotice.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import '#web/styles/kit.css'
import '#web/styles/manage.css'

/** The platform at a glance, and its settings: who receives, who advises, whether people sign up by themselves. */
export default function PlatformPage() {
  return (
    <Queries>
      <Loaded />
    </Queries>
  )
}
function Loaded() {
  const settings = useQuery({ queryKey: ['platform'], queryFn: () => call(readPlatform), refetchOnWindowFocus: false })
  return (
    <div className="page narrow">
      <div className="head">
        <h1 className="h1">{t('Plataforma')}</h1>
      </div>
      <ClockNotice />
      <FigureCards />
      {settings.isPending && <Loading />}
      {settings.isError && (
        <Failed
          what={t('Não conseguimos carregar os ajustes.')}
          error={settings.error}
          retry={() => void settings.refetch()}
        />
      )}
      {settings.data && <Settings settings={settings.data} />}
    </div>
  )
}
function FigureCards() {
  const figures = useQuery({ queryKey: ['figures'], queryFn: () => call(readFigures) })
  if (figures.isPending) return <Loading rows={1} />
  if (figures.isError)
    return (
      <Failed
        what={t('Não conseguimos carregar os números.')}
        error={figures.error}
        retry={() => void figures.refetch()}
      />
    )
  const f = figures.data
  const n = (x: number) => x.toLocaleString('pt-BR')
  const all = '/dashboard/companies'
  // Where a figure comes from is one tap away; those of money and orders have no list of their own.
  return (
    <Figures
      figures={[
        { label: t('Empresas'), value: n(f.companies), href: all },
        { label: t('Em teste'), value: n(f.trial), href: `${all}?state=teste` },
        { label: t('Vencem em 7 dias'), value: n(f.ending), href: `${all}?state=vencendo` },
        { label: t('Bloqueadas'), value: n(f.blocked), href: `${all}?state=bloqueada` },
        { label: t('Receita por mês'), value: showCents(f.mrr) },
        { label: t('Assinaturas ativas'), value: n(f.subscriptions), href: `${all}/assinaturas?status=ativa` },
        { label: t('Cobranças abertas'), value: n(f.open_invoices), href: `${all}/assinaturas` },
        { label: t('Pedidos em 30 dias'), value: n(f.orders) },
      ]}
    />
  )
}
const valuesOf = (s: PlatformSettings) => ({
  ...s,
  consultant_phone: s.consultant_phone && showPhone(s.consultant_phone),
  trial_days: String(s.trial_days),
})
function Settings({ settings: s }: { settings: PlatformSettings }) {
  const form = useForm('platform', valuesOf(s))
  const { values: v, set, error } = form
  const save = () =>
    form.submit(async () => {
      const saved = await call(updatePlatform, { typed: Object.fromEntries(form.changed().map((k) => [k, v[k]])) })
      renew()
      notify(t('Salvo.'))
      return valuesOf(saved)
    })
  const text = (key: Exclude<keyof typeof v, 'signup_open'>, label: string, hint = '', type = 'text') => (
    <Field label={label} error={error(key)} {...(hint && { hint })}>
      <Typed className="in" type={type} autoComplete="off" value={v[key]} onChange={(e) => set(key, e.target.value)} />
    </Field>
  )
  return (
    <SubmitForm onSubmit={() => void save()}>
      <section className="sect">
        <h2>{t('Quem recebe o Pix')}</h2>
        <div className="fields two">
          {text(
            'pix_key',
            t('Chave Pix'),
            t('CPF, CNPJ, e-mail, telefone com +55 ou chave aleatória. Sem chave, o consultor combina o pagamento.'),
          )}
          {text('pix_name', t('Nome de quem recebe'), t('Aparece no banco de quem paga, sem acentos, até 25 letras.'))}
          {text('pix_city', t('Cidade'))}
        </div>
      </section>
      <section className="sect">
        <h2>{t('Consultor')}</h2>
        <div className="fields two">
          {text('consultant_name', t('Nome'))}
          {text('consultant_phone', t('WhatsApp com DDD'), '', 'tel')}
        </div>
      </section>
      <section className="sect">
        <h2>{t('Cadastro')}</h2>
        <Switch
          label={t('Cadastro aberto')}
          hint={t('Qualquer pessoa cria uma empresa em teste em /session/criar.')}
          checked={v.signup_open}
          onChange={(on) => set('signup_open', on)}
        />
        <div className="fields two">{text('trial_days', t('Dias de teste'))}</div>
      </section>
      <SaveBar shown={form.dirty} text={t('Há mudanças por salvar.')} busy={form.busy} onDiscard={form.discard} />
    </SubmitForm>
  )
}
