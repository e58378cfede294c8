import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { isWebLink } from '#shared/address.ts'
import { pictureAt } from '#shared/picture.ts'
import { chatLink } from '#shared/phone.ts'
import { t } from '#web/i18n.ts'
import { inertNodes } from '#web/trusted.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { MadeWith } from '#web/ui/MadeWith.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Company } from '../contract.ts'
import { type Net, Where } from './Where.tsx'
import '#web/styles/kit.css'
import './AboutPage.css'

interface Props {
  company: Company
  /** '' when nobody answers in the chat. */
  phone: string
  message: string
  /** Networks in which it is found. */
  nets: Net[]
  /** Who makes what it sells. */
  makers?: ReactNode
}
/** Who the company is: its text, where it stands, how to talk to it, and whose work it sells. */
export default function AboutPage({ company, phone, message, nets, makers }: Props) {
  const page = useRef<HTMLDivElement>(null)
  const about = useRef<HTMLDivElement>(null)
  const { settings: s } = company
  const title = t('Conheça {name}', { name: company.name })
  useEffect(() => {
    about.current?.replaceChildren(...inertNodes(company.about))
  }, [company.about])
  useEffect(() => {
    page.current?.style.setProperty(
      '--ground',
      s.background_image ? `url("${pictureAt(s.background_image, 1600)}")` : 'none',
    )
  }, [s.background_image])
  const cover = s.banner_desktop || s.banner_mobile
  if (Object.keys(s).length === 0)
    return (
      <div className="page">
        <h1 className="sr">{title}</h1>
        <Empty icon="building">
          <p>{t('{name} ainda não escreveu esta página.', { name: company.name })}</p>
          <Link href="/dashboard/products" className="btn sec">
            {t('Ver produtos')}
          </Link>
        </Empty>
      </div>
    )
  return (
    <>
      <div ref={page} className={`aboutpage${s.background_image ? ' pictured' : ''}`}>
        {!s.background_image && <div className="cover">{cover && <img src={pictureAt(cover, 1600)} alt="" />}</div>}
        <div className="page narrow">
          <div className="panel pad col g3">
            <Logo path={company.logo} alt={t('{name} Logo', { name: company.name })} width={400} className="wide" />
            <h1>{title}</h1>
            <div ref={about} className="rich" />
            <div className="row wrap g3 spaced">
              <Link href="/dashboard/categories" className="btn pri">
                {t('Ver produtos')}
              </Link>
              {s.website_link && isWebLink(s.website_link) && (
                <a className="btn sec" href={s.website_link} target="_blank" rel="noreferrer">
                  <Icon name="globe" />
                  {s.website_cta || t('Saiba mais')}
                </a>
              )}
              {phone && (
                <a className="btn wa" href={chatLink(phone, message)} target="_blank" rel="noreferrer">
                  <Icon name="whatsapp" />
                  {s.company_whatsapp_cta || s.entity_whatsapp_cta || t('Fale conosco via WhatsApp')}
                </a>
              )}
            </div>
          </div>
          <Where company={company} phone={phone} nets={nets} />
          {makers}
        </div>
      </div>
      <MadeWith />
    </>
  )
}
