import './celebrate.css'
/** Specification §9: 150 particles for 4 seconds in 5 colours; none for who wants less motion. */
const CONFETTI = {
  particles: 150,
  milliseconds: 4000,
  colours: ['#3f51b5', '#f2c230', '#1f9d55', '#e0533d', '#8e44ad'],
}
export async function celebrate(): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const { default: confetti } = await import('canvas-confetti')
  const canvas = Object.assign(document.createElement('canvas'), { className: 'confetti' })
  canvas.setAttribute('aria-hidden', 'true')
  document.body.append(canvas)
  const fire = confetti.create(canvas, { resize: true, useWorker: false })
  void fire({
    particleCount: CONFETTI.particles,
    spread: 100,
    startVelocity: 45,
    ticks: CONFETTI.milliseconds / 16,
    origin: { y: 0.6 },
    colors: CONFETTI.colours,
  })
  setTimeout(() => {
    fire.reset()
    canvas.remove()
  }, CONFETTI.milliseconds)
}
