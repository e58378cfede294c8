import { contrast, palette } from '#shared/colour.ts'
import { t } from '#web/i18n.ts'
import { PickPicture } from '#web/ui/PickPicture.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Group, type PartProps, parts } from './parts.tsx'
import { Pictures } from './Pictures.tsx'
import './LookPart.css'

const SWATCHES = ['#b4532a', '#1f5f4a', '#f2c230', '#3f51b5', '#7a3b69', '#2b2522']
export const LookPart = ({ form, company, logo, onLogo, onSaved }: PartProps) => {
  const { values: v, set, error } = form
  const { on, onBar } = palette(v.primary_color)
  const word = (text: string) => (text === '#000000' ? t('preto') : t('branco'))
  return (
    <>
      <Group title={t('Logo e cor')}>
        <Field label={t('Logo')} optional error={error('file')} hint={t('PNG, JPEG ou WebP, de 200 × 200 em diante.')}>
          <PickPicture path={company.logo} file={logo} onChoose={onLogo} />
        </Field>
        <div className="fields two">
          <Field
            label={t('Cor principal')}
            error={error('primary_color')}
            hint={
              on === onBar
                ? t('Texto {colour} por cima, contraste {n}.', {
                    colour: word(on),
                    n: contrast(v.primary_color, on).toFixed(1).replace('.', ','),
                  })
                : t('Texto {button} nos botões e {bar} na barra.', { button: word(on), bar: word(onBar) })
            }
          >
            <input
              className="in"
              value={v.primary_color}
              maxLength={7}
              onChange={(e) => set('primary_color', e.target.value)}
            />
          </Field>
          <Field label={t('Cor secundária')} error={error('secondary_color')} hint={t('Só aparece no PDF.')}>
            <input
              className="in"
              value={v.secondary_color}
              maxLength={7}
              onChange={(e) => set('secondary_color', e.target.value)}
            />
          </Field>
        </div>
        <div className="row wrap">
          <input
            className="colour"
            type="color"
            aria-label={t('Escolher a cor')}
            value={/^#[0-9a-f]{6}$/i.test(v.primary_color) ? v.primary_color : '#3f51b5'}
            onChange={(e) => set('primary_color', e.target.value)}
          />
          {SWATCHES.map((c) => (
            <Swatch
              key={c}
              colour={c}
              picked={v.primary_color.toLowerCase() === c}
              onPick={() => set('primary_color', c)}
            />
          ))}
        </div>
      </Group>
      <Group title={t('Imagens')}>
        <Pictures company={company} onSaved={onSaved} />
      </Group>
      <Group title={t('Avisos no topo')}>
        <Field
          label={t('Mensagens')}
          optional
          error={error('settings.general_message')}
          hint={t('Uma por linha; trocam a cada 5 segundos.')}
        >
          <textarea
            className="in"
            rows={3}
            value={v.settings.general_message}
            onChange={(e) => parts(form).setting('general_message', e.target.value)}
          />
        </Field>
      </Group>
    </>
  )
}
function Swatch({ colour, picked, onPick }: { colour: string; picked: boolean; onPick: () => void }) {
  return (
    <button
      type="button"
      className="swatch"
      aria-label={colour}
      aria-pressed={picked}
      onClick={onPick}
      ref={(el) => {
        el?.style.setProperty('background', colour)
      }}
    />
  )
}
