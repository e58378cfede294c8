import { useEffect, useMemo, useRef, useState } from 'react'
import { pictureAt } from '#shared/picture.ts'
import { contrast, palette } from '#shared/colour.ts'
import { t } from '#web/i18n.ts'
import { paint } from '#web/paint.ts'
import { Chip } from '#web/ui/Chips.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { Company } from '../contract.ts'
import type { CompanySlots } from './parts.tsx'
import type { Values } from './values.ts'
import './Preview.css'

interface Props {
  values: Values
  company: Company
  logo: File | null
  cards: CompanySlots['cards']
}
/** The shop window in the chosen colour, with the company's own products, phone or computer, light or dark. */
export function Preview({ values, company, logo, cards }: Props) {
  const [dark, setDark] = useState(false)
  const [wide, setWide] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const colours = useMemo(
    () => palette(/^#[0-9a-f]{6}$/i.test(values.primary_color) ? values.primary_color : company.primary_color),
    [values.primary_color, company.primary_color],
  )
  const picture = useMemo(() => (logo ? URL.createObjectURL(logo) : pictureAt(company.logo, 160)), [logo, company.logo])
  useEffect(() => {
    if (box.current) paint(box.current, colours)
  }, [colours])
  const s = values.settings
  const banner =
    (wide ? company.settings.banner_desktop : company.settings.banner_mobile) || company.settings.banner_desktop
  const message = s.general_message.split('\n')[0]
  const toggle = (label: string, on: boolean, set: (on: boolean) => void) => (
    <Chip on={on} onClick={() => set(!on)}>
      {label}
    </Chip>
  )
  return (
    <section className="col g3" aria-label={t('Como seu cliente vê')}>
      <div className="row between wrap">
        <h2 className="sm">{t('Como seu cliente vê')}</h2>
        <span className="row">
          {toggle(t('Computador'), wide, setWide)}
          {toggle(t('Escuro'), dark, setDark)}
        </span>
      </div>
      <div ref={box} className={`preview themed${wide ? ' wide' : ''}`} data-theme={dark ? 'dark' : 'light'} inert>
        <div className="bar">
          <span className="ib">
            <Icon name="menu" />
          </span>
          <span className="brand">
            {picture && (
              <span className="logo">
                <img src={picture} alt="" />
              </span>
            )}
            <span className="clip">{values.name}</span>
          </span>
          {s.show_whatsapp_in_toolbar && (
            <span className="ib">
              <Icon name="whatsapp" />
            </span>
          )}
          <span className="ib">
            <Icon name="bag" />
          </span>
        </div>
        {message && (
          <div className="bars">
            <p className="strip">
              <span>{message}</span>
            </p>
          </div>
        )}
        {banner && (
          <span className="pbanner">
            <img src={pictureAt(banner, 800)} alt="" />
          </span>
        )}
        <div className="pcards">{cards(wide ? 4 : 2, values.pedidos || values.whatsapp)}</div>
      </div>
      <p className="xs t2">
        {t('Texto da barra: contraste {n}.', { n: contrast(colours.bar, colours.onBar).toFixed(1).replace('.', ',') })}
      </p>
    </section>
  )
}
