/** The last days as a small line, the latest marked; what it says stands in words beside it. */
export function Spark({ values }: { values: number[] }) {
  const most = Math.max(...values)
  if (most <= 0) return <span className="fg-spark" />
  const x = (i: number) => 2 + (i * 96) / Math.max(1, values.length - 1)
  const y = (v: number) => 26 - (Math.max(0, v) * 24) / most
  const line = values.map((v, i) => `${x(i).toFixed(1)} ${y(v).toFixed(1)}`).join('L')
  const last = values.length - 1
  return (
    <svg className="fg-spark" viewBox="0 0 100 28" preserveAspectRatio="none" aria-hidden="true">
      <path className="area" d={`M${line}L${x(last)} 28L2 28Z`} />
      <path className="line" d={`M${line}`} />
    </svg>
  )
}
