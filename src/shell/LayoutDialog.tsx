import { useState } from 'react'
import { updateUser } from '#features/users/contract.ts'
import { call } from '#web/api.ts'
import { chooseLanguage, language, t } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { keepLayout, type Layout, readLayout } from './layout.ts'
import '#web/styles/kit.css'

/** Light or dark, boxed, the side menu's width, the language. Each choice shows at once. */
export default function LayoutDialog({ user, onClose }: { user: number | null; onClose: () => void }) {
  const [layout, setLayout] = useState(readLayout)
  const set = (part: Partial<Layout>) => {
    const next = { ...layout, ...part }
    setLayout(next)
    keepLayout(next)
  }
  // Mails speak it too.
  const choose = async (code: string) => {
    if (user !== null) await call(updateUser, { params: { id: user }, typed: { language: code } }).catch(() => {})
    chooseLanguage(code)
  }
  return (
    <Modal className="dialog" label={t('Aparência e idioma')} onClose={onClose}>
      <h2>{t('Aparência e idioma')}</h2>
      <div className="col g3 spaced">
        <Field label={t('Aparência')}>
          <select
            className="in"
            value={layout.theme}
            onChange={(e) => set({ theme: e.target.value as Layout['theme'] })}
          >
            <option value="system">{t('Como o aparelho')}</option>
            <option value="light">{t('Clara')}</option>
            <option value="dark">{t('Escura')}</option>
          </select>
        </Field>
        <Switch
          label={t('Página em caixa')}
          hint={t('Com margem dos lados em telas largas.')}
          checked={layout.boxed}
          onChange={(boxed) => set({ boxed })}
        />
        <Switch
          label={t('Menu recolhido')}
          hint={t('Só os desenhos, em telas largas.')}
          checked={layout.menu === 'collapsed'}
          onChange={(on) => set({ menu: on ? 'collapsed' : 'full' })}
        />
        <Switch
          label={t('Menu compacto')}
          hint={t('Desenhos com nomes pequenos.')}
          checked={layout.menu === 'compact'}
          onChange={(on) => set({ menu: on ? 'compact' : 'full' })}
        />
        <Field label={t('Idioma')}>
          <select className="in" value={language()} onChange={(e) => void choose(e.target.value)}>
            <option value="pt">Português</option>
            <option value="en">English</option>
            <option value="fr">Français</option>
          </select>
        </Field>
      </div>
      <div className="acts">
        <button type="button" className="btn pri" onClick={onClose}>
          {t('Ok')}
        </button>
      </div>
    </Modal>
  )
}
