import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Photo } from '#features/images/web/index.ts'
import { isWebLink } from '#shared/address.ts'
import { pictureAt } from '#shared/picture.ts'
import { chatLink } from '#shared/phone.ts'
import { attempt } from '#web/act.ts'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { lazy } from '#web/lazy.tsx'
import { brought, Queries } from '#web/queries.tsx'
import { Confirm, Ok } from '#web/ui/Confirm.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { MadeWith } from '#web/ui/MadeWith.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, FailedPage, Loading } from '#web/ui/states.tsx'
import { deleteEntity, type EntityDetails, entityDetailsShape, readEntity } from '../contract.ts'
import { type SocialKind, socialKind, titleOf } from '../rules.ts'
import { useKeptEntity } from './kept.ts'
import '#web/styles/kit.css'
import './EntityPage.css'

interface Props {
  type: string
  code: string
  /** What the company writes on the chat button, and what a visitor says first. */
  cta: string
  message: string
  admin: boolean
  /** The profile as the first HTML brought it. */
  planted: unknown
}
export default function EntityPage(props: Props) {
  return (
    <Queries>
      <Loaded key={props.code} {...props} />
    </Queries>
  )
}
const EntityForm = lazy(() => import('./EntityForm.tsx'))
const SOCIAL: Record<SocialKind, { icon: IconName; label: string }> = {
  instagram: { icon: 'instagram', label: 'Instagram' },
  tiktok: { icon: 'tiktok', label: 'TikTok' },
  youtube: { icon: 'youtube', label: 'YouTube' },
  site: { icon: 'globe', label: 'Site' },
}

function Loaded({ type, code, planted, ...rest }: Props) {
  const [, navigate] = useLocation()
  const [here] = useState(() => {
    const first = brought(entityDetailsShape, planted)
    return first?.initialData.code === code ? first : undefined
  })
  const kept = useKeptEntity(code)
  const asked = useQuery({
    enabled: kept === null || here !== undefined,
    queryKey: ['entity', code],
    queryFn: () => call(readEntity, { params: { id: code } }),
    ...here,
  })
  const read = kept && !here ? ({ ...asked, isPending: false, isError: false, data: kept } as const) : asked
  const e = read.data
  // The type in the address is decoration: a wrong one, or a code that it had before, is corrected there.
  useEffect(() => {
    if (e && (e.type !== type || e.code !== code))
      navigate(`/s/${e.type}/${encodeURIComponent(e.code)}`, { replace: true })
  }, [e, type, code, navigate])
  if (read.isPending) return <Loading />
  if (read.isError && isFailure(read.error) && read.error.status === 404)
    return (
      <div className="page">
        <h1 className="sr">{t('Perfil não encontrado')}</h1>
        <Empty icon="hand">
          <p>{t('Não encontramos este perfil. Ele pode ter saído do catálogo.')}</p>
          <Link href={`/s/${type}`} className="btn sec">
            {t('Ver {list}', { list: t(titleOf(type)) })}
          </Link>
        </Empty>
      </div>
    )
  if (read.isError || !e)
    return (
      <FailedPage
        title={t(titleOf(type))}
        what={t('Não conseguimos abrir este perfil.')}
        error={read.error}
        retry={() => void read.refetch()}
      />
    )
  return <Profile entity={e} {...rest} onChanged={() => void read.refetch()} />
}
function Profile({
  entity: e,
  cta,
  message,
  admin,
  onChanged,
}: Omit<Props, 'type' | 'code' | 'planted'> & { entity: EntityDetails; onChanged: () => void }) {
  const [, navigate] = useLocation()
  const [editing, setEditing] = useState(false)
  const [removing, setRemoving] = useState(false)
  const [codeless, setCodeless] = useState(false)
  useEffect(() => {
    document.title = e.name
  }, [e.name])
  const link = isWebLink(e.social_link) ? e.social_link : ''
  const social = SOCIAL[socialKind(link)]
  const remove = async () => {
    const done = await attempt(async () => {
      await call(deleteEntity, { params: { id: e.id } })
      notify(t('{name} foi excluído.', { name: e.name }))
      navigate(`/s/${e.type}`)
    })
    if (!done) setRemoving(false)
  }
  return (
    <>
      <article className="profile">
        <div className="cover">
          <Link href={`/s/${e.type}`} className="ib" aria-label={t('Ver {list}', { list: t(titleOf(e.type)) })}>
            <Icon name="back" />
          </Link>
          {e.cover && (
            <img
              src={pictureAt(e.cover, 800)}
              srcSet={`${pictureAt(e.cover, 800)} 800w, ${pictureAt(e.cover, 1600)} 1600w`}
              sizes="(min-width: 960px) 80vw, 390px"
              alt=""
              fetchPriority="high"
            />
          )}
        </div>
        <div className="page narrow">
          <Logo path={e.logo} alt={t('Logo de {name}', { name: e.name })} icon="hand" width={400} className="round" />
          <h1>{e.name}</h1>
          <p className="sm t2">
            {[e.company_name, e.code, [e.city, e.state].filter(Boolean).join(', ')].filter(Boolean).join(' · ')}
          </p>
          {e.about && <p className="pre about">{e.about}</p>}
          <div className="row g3 wrap spaced">
            {e.phone && (
              <a className="btn wa grow" href={chatLink(e.phone, message, false)} target="_blank" rel="noreferrer">
                <Icon name="whatsapp" />
                {cta || t('Converse via WhatsApp')}
              </a>
            )}
            {link && (
              <a className="btn sec grow" href={link} target="_blank" rel="noreferrer">
                <Icon name={social.icon} />
                {e.social || t(social.label)}
              </a>
            )}
          </div>
          {link && (
            <a className="more" href={link} target="_blank" rel="noreferrer">
              {t('Conheça outros produtos e saiba mais')}
              <Icon name="right" size="xs" />
            </a>
          )}
          {admin && (
            <div className="row wrap spaced">
              <button type="button" className="btn sec small" onClick={() => setEditing(true)}>
                <Icon name="edit" />
                {t('Editar perfil')}
              </button>
              <button type="button" className="btn sec small" onClick={() => setRemoving(true)}>
                <Icon name="bin" />
                {t('Excluir')}
              </button>
            </div>
          )}
        </div>
        <div className="page">
          <h2 className="spacedown">
            {t('Nossos Produtos')} <small className="sm t2">{e.products.length}</small>
          </h2>
          {e.products.length === 0 && <p className="t2">{t('Nenhum produto deste perfil por enquanto.')}</p>}
          <div className="grid">
            {e.products.map((p) => (
              <article className="card" key={p.id}>
                <span className="ph">
                  <Photo path={p.foto1} ready={p.foto1 !== ''} sizes="(min-width: 960px) 220px, 45vw" />
                </span>
                <h3>
                  {p.code ? (
                    <Link className="name" href={`/dashboard/products?product_code=${encodeURIComponent(p.code)}`}>
                      {p.name}
                    </Link>
                  ) : (
                    <a
                      className="name"
                      href="#sem-codigo"
                      onClick={(event) => {
                        event.preventDefault()
                        setCodeless(true)
                      }}
                    >
                      {p.name}
                    </a>
                  )}
                </h3>
              </article>
            ))}
          </div>
        </div>
      </article>
      <MadeWith />
      {codeless && (
        <Ok
          title={t('Produto sem código')}
          text={t('Este produto não tem código. Entre em contato com o administrador do sistema.')}
          onClose={() => setCodeless(false)}
        />
      )}
      {removing && (
        <Confirm
          title={t('Excluir {name}?', { name: e.name })}
          text={t('Os produtos ficam no catálogo, sem este perfil.')}
          onClose={() => setRemoving(false)}
          onConfirm={() => remove()}
        />
      )}
      {editing && (
        <Suspense>
          <EntityForm entity={e} type={e.type} onClose={() => setEditing(false)} onSaved={onChanged} />
        </Suspense>
      )}
    </>
  )
}
