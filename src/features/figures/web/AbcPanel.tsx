import { useState } from 'react'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Choices } from '#web/ui/Chips.tsx'
import { readRanking } from '../contract.ts'
import { A_UNTIL, B_UNTIL } from '../rules.ts'
import { ChartPanel, type Looked, queryOf } from './ChartPanel.tsx'
import { Plot } from './Plot.tsx'
import { useFigures } from './useFigures.ts'
import { showNumber, showPercent } from './words.ts'

const WHAT = [
  { value: 'product', label: 'Produtos' },
  { value: 'client', label: 'Clientes' },
] as const
const MEANS = {
  A: 'O que sustenta as vendas: nunca deixe faltar.',
  B: 'O meio: acompanhe.',
  C: 'O que vende pouco: pense em quanto estoque merece.',
}
/** How few bring how much of the sales. */
export function AbcPanel({ looked }: { looked: Looked }) {
  const [by, setBy] = useState<(typeof WHAT)[number]['value']>('product')
  const read = useFigures(['abc', by, looked], () => call(readRanking, { query: { ...queryOf(looked), by, limit: 1 } }))
  const r = read.data
  const say = (i: number) => {
    const [n, share] = r?.curve[i] ?? [0, 0]
    return by === 'product'
      ? t('Os {n} que mais vendem trazem {share} das vendas', { n: showNumber(n), share: showPercent(share) })
      : t('Os {n} que mais compram trazem {share} das vendas', { n: showNumber(n), share: showPercent(share) })
  }
  return (
    <ChartPanel
      title={t('Curva ABC')}
      note={t('A: até {a}% das vendas. B: até {b}%. C: o resto.', { a: A_UNTIL, b: B_UNTIL })}
      looked={looked}
      by={by}
      read={read}
      choices={!looked.client_id && <Choices choices={WHAT} value={by} onChoose={setBy} />}
    >
      {r && r.count === 0 && <p className="t2 fg-none">{t('Nenhuma venda neste período.')}</p>}
      {r && r.count > 0 && (
        <>
          <Plot
            label={t('Curva ABC: use as setas para ler cada ponto')}
            lines={[{ kind: 'now', values: r.curve.map(([, share]) => share) }]}
            tick={(i) => showNumber(r.curve[i]?.[0] ?? 0)}
            scale={(n) => `${n}%`}
            say={say}
            most={100}
          >
            {say(
              Math.max(
                0,
                r.curve.findIndex(([, share]) => share >= A_UNTIL),
              ),
            )}
          </Plot>
          <table className="tbl">
            <thead>
              <tr>
                <th scope="col">{t('Classe')}</th>
                <th scope="col" className="num">
                  {t('Quantos')}
                </th>
                <th scope="col" className="num">
                  {t('% do total')}
                </th>
              </tr>
            </thead>
            <tbody>
              {r.classes.map((c) => (
                <tr key={c.class}>
                  <th scope="row">
                    <span className="fg-class" data-c={c.class}>
                      {c.class}
                    </span>{' '}
                    {by === 'product' && <span className="xs t2">{t(MEANS[c.class])}</span>}
                  </th>
                  <td className="num">{showNumber(c.count)}</td>
                  <td className="num">{showPercent(c.share)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </ChartPanel>
  )
}
