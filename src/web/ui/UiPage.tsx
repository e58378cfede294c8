import { useEffect, useRef, useState } from 'react'
import { palette } from '#shared/colour.ts'
import { t } from '../i18n.ts'
import { paint } from '../paint.ts'
import { Confirm, Ok } from './Confirm.tsx'
import { Drop } from './Drop.tsx'
import { Field } from './Field.tsx'
import { Chip } from './Chips.tsx'
import { Icon, ICONS } from './Icon.tsx'
import { Logo } from './Logo.tsx'
import { MadeWith } from './MadeWith.tsx'
import { Menu } from './Menu.tsx'
import { SearchBox } from './SearchBox.tsx'
import { notify } from './snack.tsx'
import { Empty, Failed, Loading, Opening } from './states.tsx'
import { Stepper } from './Stepper.tsx'
import { Switch } from './Switch.tsx'
import { Tags } from './Tags.tsx'
import '../styles/kit.css'
import '../styles/manage.css'

const COMPANIES = ['#b4532a', '#f2c230', '#1f5f4a']
/** Every part of the design in three companies' colours, light and dark. Outside production only. */
export default function UiPage() {
  return (
    <main className="page">
      <h1>{t('Partes da interface')}</h1>
      {COMPANIES.flatMap((colour) =>
        (['light', 'dark'] as const).map((theme) => <Parts key={colour + theme} colour={colour} theme={theme} />),
      )}
    </main>
  )
}
function Parts({ colour, theme }: { colour: string; theme: 'light' | 'dark' }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (box.current) paint(box.current, palette(colour))
  }, [colour])
  const [words, setWords] = useState('')
  const [on, setOn] = useState(true)
  const [tags, setTags] = useState([t('Novidades')])
  const [quantity, setQuantity] = useState(6)
  const [asking, setAsking] = useState<'confirm' | 'ok' | null>(null)
  const name = `${colour} ${theme}`
  return (
    <section ref={box} className="themed panel pad col g4 spaced" data-theme={theme} aria-label={name}>
      <h2>{name}</h2>
      <div className="row wrap">
        <button type="button" className="btn pri" onClick={() => notify(t('Salvo.'))}>
          {t('Salvar')}
        </button>
        <button type="button" className="btn sec" onClick={() => setAsking('confirm')}>
          {t('Excluir')}
        </button>
        <button type="button" className="btn danger" onClick={() => setAsking('ok')}>
          {t('Produto sem código')}
        </button>
        <button type="button" className="btn txt">
          {t('Voltar')}
        </button>
        <button type="button" className="btn wa">
          <Icon name="whatsapp" />
          {t('Enviar')}
        </button>
        <button type="button" className="btn pri" disabled>
          {t('Salvando…')}
        </button>
        <Menu>
          <button type="button" className="btn">
            <Icon name="print" />
            {t('Imprimir')}
          </button>
        </Menu>
      </div>
      <div className="chips wrap">
        <Chip on={on} onClick={() => setOn(!on)}>
          {t('Ativos')}
        </Chip>
        <span className="tag">{t('Esgotado')}</span>
        <span className="tag promo">{t('Promoção')}</span>
      </div>
      <div className="fields two">
        <Field label={t('Nome')} hint={t('Vazio: o nome da rede.')}>
          <input className="in" defaultValue="Dona Zefa" />
        </Field>
        <Field label={t('Preço')} optional error={t('Este código já é de outro perfil.')}>
          <input className="in" defaultValue="12,90" />
        </Field>
        <SearchBox label={t('Pesquisar entidades')} placeholder={t('Pesquisar...')} value={words} onChange={setWords} />
        <Tags label={t('Etiquetas')} value={tags} suggestions={[]} onChange={setTags} />
      </div>
      <Switch label={t('Aparece para clientes')} checked={on} onChange={setOn} />
      <Stepper
        name={t('Produto')}
        quantity={quantity}
        rule={{ min_quantity: 6, multiple: 6 }}
        check={() => null}
        onChange={setQuantity}
      />
      <Drop accept="image/*" onFiles={() => {}}>
        <Icon name="picture" />
        {t('Foto ou logo')}
      </Drop>
      {['', 'ok', 'warn', 'bad'].map((look) => (
        <p key={look} className={`note ${look}`}>
          {t('Nada espera por você agora.')}
        </p>
      ))}
      <div className="row wrap">
        {ICONS.map((icon) => (
          <Icon key={icon} name={icon} />
        ))}
      </div>
      <Loading rows={2} />
      <Opening />
      <Empty icon="box">
        <p>{t('Nada por aqui.')}</p>
      </Empty>
      <Failed what={t('Não conseguimos carregar a lista.')} error={null} retry={() => notify(t('Tentar de novo'))} />
      <Logo path="" alt={t('{name} Logo', { name: 'Mostruário' })} className="wide" />
      <MadeWith />
      {asking === 'confirm' && (
        <Confirm
          title={t('Excluir {name}?', { name: 'Dona Zefa' })}
          text={t('Os produtos ficam no catálogo, sem este perfil.')}
          onClose={() => setAsking(null)}
          onConfirm={() => setAsking(null)}
        />
      )}
      {asking === 'ok' && (
        <Ok
          title={t('Produto sem código')}
          text={t('Este produto não tem código. Entre em contato com o administrador do sistema.')}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  )
}
