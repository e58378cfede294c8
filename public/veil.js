// Before the first paint: the chosen theme, the colours of whoever is signed in where any company's people are (web/paint.ts),
// and a veil over markup that is not for whoever is signed in here.
try {
  var d = document.documentElement,
    l = localStorage,
    t = l.getItem('mo_theme'),
    a = sessionStorage.getItem('mo_account') || l.getItem('mo_account') || '',
    w = sessionStorage.getItem('mo_worn') || l.getItem('mo_worn')
  if (t) d.dataset.theme = t
  if (l.getItem('mo_signed_out') === '1' || a.indexOf('"kind":"user"') >= 0) d.classList.add('veiled')
  if (w && location.pathname !== '/session/criar') {
    w = JSON.parse(w)
    for (var k in w) d.style.setProperty(k, w[k])
    document.querySelector('meta[name=theme-color]').content = w['--brand-bar']
    d.classList.add('worn')
  }
} catch (e) {}
// Buttons pressed before the screen's own script is here: shell/early.ts presses them again when it is.
document.early = []
document.addEventListener('click', function (e) {
  var b = document.early && e.isTrusted && e.target.closest('#app button')
  if (!b) return
  document.early.push(b)
  b.style.opacity = 0.5
})
// A tap on a notice leads there in the page that is open (shell/worker/sw.ts), from its first moment on: before the
// router is here it begins there, afterwards it hears of it.
if (navigator.serviceWorker)
  navigator.serviceWorker.addEventListener('message', function (e) {
    if (e.data.type !== 'open') return
    history.pushState(null, '', e.data.href)
    e.ports[0].postMessage(true)
  })
