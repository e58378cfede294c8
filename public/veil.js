try {
  var d = document.documentElement,
    l = localStorage,
    t = l.getItem('mo_theme'),
    a = sessionStorage.getItem('mo_account') || l.getItem('mo_account') || ''
  if (t) d.dataset.theme = t
  if (l.getItem('mo_signed_out') === '1' || a.indexOf('"kind":"user"') >= 0) d.classList.add('veiled')
} catch (e) {}
