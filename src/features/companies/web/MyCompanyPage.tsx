import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { ConflictDialog } from '#web/ui/ConflictDialog.tsx'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { notify } from '#web/ui/snack.tsx'
import { FailedPage, Loading } from '#web/ui/states.tsx'
import { Stay } from '#web/ui/Stay.tsx'
import { useStored } from '#web/useStored.ts'
import { type Company, companyShape, readCompany, updateCompany } from '../contract.ts'
import { clashesOf } from './clashes.ts'
import type { CompanySlots } from './parts.tsx'
import { Preview } from './Preview.tsx'
import { SECTIONS } from './sections.tsx'
import { typedOf, type Values, valuesOf } from './values.ts'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './MyCompanyPage.css'

interface Props {
  company: number
  /** The company that every screen shows changed. */
  onSaved: () => void
  slots: CompanySlots
}
export default function MyCompanyPage(props: Props) {
  return (
    <Queries>
      <Loaded {...props} />
    </Queries>
  )
}
function Loaded({ company, onSaved, slots }: Props) {
  const read = useQuery({
    queryKey: ['company', company],
    queryFn: () => call(readCompany, { params: { company } }),
    refetchOnWindowFocus: false,
  })
  if (read.isPending) return <Loading />
  if (read.isError)
    return (
      <FailedPage
        title={t('Sua empresa')}
        what={t('Não conseguimos abrir os dados da empresa.')}
        error={read.error}
        retry={() => void read.refetch()}
      />
    )
  return (
    <Editor
      company={read.data}
      slots={slots}
      onSaved={() => {
        renew('company')
        renew('mail-addresses')
        onSaved()
      }}
    />
  )
}
function Editor({ company, onSaved, slots }: Omit<Props, 'company'> & { company: Company }) {
  const [params] = useSearchParams()
  const [logo, setLogo] = useState<File | null>(null)
  const section = SECTIONS.find((s) => s.id === params.get('section')) ?? SECTIONS[0]
  const form = useStored<Company, Values>(`company:${company.id}`, company, {
    shape: companyShape,
    values: (c) => valuesOf(c ?? company),
  })
  const save = () =>
    form.submit(async () => {
      const keys = form.changed()
      const typed = { ...Object.fromEntries(keys.map((k) => [k, typedOf(k, form)])), was: form.was(keys) }
      const saved = await call(updateCompany, {
        params: { company: company.id },
        typed,
        ...(logo && { files: { file: [logo] } }),
      })
      setLogo((now) => (now === logo ? null : now))
      onSaved()
      notify(t('Publicado.'))
      return saved
    })
  const Section = section?.Form
  const parts = useRef<HTMLElement>(null)
  // On a phone the parts stand in one line: the open one is seen.
  useEffect(() => {
    const open = parts.current?.querySelector<HTMLElement>('[aria-current]')
    if (open && parts.current) parts.current.scrollLeft = open.offsetLeft - parts.current.offsetLeft - 16
  }, [section])
  return (
    <div className="page">
      <div className="head">
        <h1 className="h1">{t('Sua empresa')}</h1>
      </div>
      <div className="sidenav">
        <nav aria-label={t('Partes')} ref={parts}>
          {SECTIONS.map((s) => (
            <Link
              key={s.id}
              href={`/dashboard/mycompany?section=${s.id}`}
              aria-current={s === section ? 'true' : undefined}
            >
              {t(s.label)}
            </Link>
          ))}
        </nav>
        <SubmitForm className="form" onSubmit={() => void save()}>
          {Section && (
            <Section form={form} company={company} logo={logo} onLogo={setLogo} onSaved={onSaved} slots={slots} />
          )}
          <SaveBar
            shown={form.dirty || !!logo}
            text={t('Há mudanças por publicar.')}
            save={t('Publicar')}
            busy={form.busy}
            onDiscard={() => {
              form.discard()
              setLogo(null)
            }}
          />
        </SubmitForm>
        <aside>
          <Preview values={form.values} company={company} logo={logo} cards={slots.cards} />
        </aside>
      </div>
      <Stay active={form.busy && !!logo} text={t('O que está sendo enviado ainda não chegou.')} />
      {form.conflict && (
        <ConflictDialog
          title={t('Outra pessoa mudou os dados da empresa')}
          clashes={clashesOf(form.conflict, form)}
          settle={form.settle}
          save={() => void save()}
        />
      )}
    </div>
  )
}
