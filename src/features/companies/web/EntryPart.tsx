import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Group, type PartProps, parts } from './parts.tsx'
import type { Settings } from './values.ts'

export const EntryPart = ({ form }: PartProps) => {
  const p = parts(form)
  const list = form.values.settings.landing_page_config
  const change = (i: number, more: Partial<Settings['landing_page_config'][number]>) =>
    p.setting(
      'landing_page_config',
      list.map((x, n) => (n === i ? { ...x, ...more } : x)),
    )
  return (
    <>
      <Group title={t('Página de entrada')}>
        {p.settingFlag('landing_page_active', t('Mostrar opções antes do catálogo'))}
        {form.error('settings.landing_page_config') && (
          <p className="hint err">{form.error('settings.landing_page_config')}</p>
        )}
        {list.map((o, i) => (
          <div className="panel pad col g3" key={o.opcao}>
            <div className="fields two">
              <Field label={t('Título')}>
                <input
                  className="in"
                  value={o.titulo}
                  maxLength={120}
                  onChange={(e) => change(i, { titulo: e.target.value })}
                />
              </Field>
              <Field label={t('Link')}>
                <input
                  className="in"
                  value={o.link}
                  maxLength={500}
                  onChange={(e) => change(i, { link: e.target.value })}
                />
              </Field>
              <Field label={t('Mensagem')} optional>
                <input
                  className="in"
                  value={o.mensagem}
                  maxLength={500}
                  onChange={(e) => change(i, { mensagem: e.target.value })}
                />
              </Field>
              <Field label={t('Texto para recusar')} optional>
                <input
                  className="in"
                  value={o.recusar}
                  maxLength={60}
                  onChange={(e) => change(i, { recusar: e.target.value })}
                />
              </Field>
            </div>
            <button
              type="button"
              className="btn txt small self-start"
              onClick={() =>
                p.setting(
                  'landing_page_config',
                  list.filter((_, n) => n !== i).map((x, n) => ({ ...x, opcao: n + 1 })),
                )
              }
            >
              {t('Retirar opção')}
            </button>
          </div>
        ))}
        {list.length < 10 && (
          <button
            type="button"
            className="btn sec small self-start"
            onClick={() =>
              p.setting('landing_page_config', [
                ...list,
                { link: '/pedidos', titulo: '', recusar: '', mensagem: '', opcao: list.length + 1 },
              ])
            }
          >
            <Icon name="plus" />
            {t('Nova opção')}
          </button>
        )}
      </Group>
      <Group title={t('Medição')}>
        <p className="t2 sm">{t('Só carregam depois que o visitante concorda.')}</p>
        <div className="fields three">
          {p.settingText('tag_google', 'Google Analytics', { hint: 'G-XXXXXXX' })}
          {p.settingText('tag_tag_manager', 'Google Tag Manager', { hint: 'GTM-XXXXXXX' })}
          {p.settingText('tag_facebook', 'Meta Pixel')}
        </div>
      </Group>
    </>
  )
}
