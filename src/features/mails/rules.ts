// A mail in the reader's language: its words filled, and the same message as text and as HTML.
import type { Language, Words } from './languages.ts'
import { PAPER, type Template, WORDS } from './words.ts'

/** WORD JOINER: neither seen nor a place to break a line. */
const JOINER = '\u2060'
/** Text that people typed, as text: one line, without characters that turn its direction, and with nothing that a mail
 * program makes a link of. A joiner on both sides of a dot before a letter, of a colon after one and of an @ breaks addresses of
 * sites and people, and schemes; amounts and times stay as they are. */
export const plainWords = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(
      /[.\u2024\u3002\ufe52\uff0e\uff61](?=\p{L})|(?<=[^\d\s])[.\u2024\u3002\ufe52\uff0e\uff61](?=\d)|(?<=\p{L}):(?=\S)|(?<=\S)@(?=\S)/gu,
      `${JOINER}$&${JOINER}`,
    )
    // An address of four numbers; amounts have a comma behind theirs.
    .replace(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]|,\d)/g, (address) =>
      address.replaceAll('.', `${JOINER}.${JOINER}`),
    )
/** What the product itself writes into the words: an address of this installation. */
const OURS = ['link']
const fill = (text: string, params: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_, key: string) =>
    OURS.includes(key) ? (params[key] ?? '') : plainWords(params[key] ?? ''),
  )
/** The words of a mail, filled. */
export function wordsOf(template: Template, language: Language, params: Record<string, string>): Words {
  const w = WORDS[template][language]
  return {
    subject: fill(w.subject, params).replace(/ {2,}/g, ' ').trim(),
    lines: w.lines.map((l) => fill(l, params)).filter(Boolean),
    ...(w.button && { button: w.button }),
    ...(w.after && { after: fill(w.after, params) }),
  }
}
const escape = (s: string) => s.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
/** The same message twice: text for every reader, HTML for those that show it. */
export function renderMail(mail: {
  template: Template
  language: Language
  params: Record<string, string>
  rows: [string, string][]
  /** What people may call it, and our address of it. */
  links?: [string, string][]
  href: string
  /** Where the same stands on paper. */
  paper?: string
}): {
  subject: string
  text: string
  html: string
} {
  const w = wordsOf(mail.template, mail.language, mail.params)
  const typed = mail.rows.map(([k, v]): [string, string] => [plainWords(k), plainWords(v)])
  const links = (mail.links ?? []).map(([k, v]): [string, string] => [plainWords(k), v])
  const list = [...typed, ...links]
  const text = [
    ...w.lines,
    ...(list.length ? ['', ...list.map(([k, v]) => (v ? `${k}: ${v}` : k))] : []),
    ...(mail.href ? ['', mail.href] : []),
    ...(mail.paper ? ['', `${PAPER[mail.language]}: ${mail.paper}`] : []),
    ...(w.after ? ['', w.after] : []),
  ].join('\n')
  const cell = 'padding:8px 0;border-bottom:1px solid #e4e0dc;vertical-align:top'
  const button =
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#3f51b5;color:#ffffff;' +
    'text-decoration:none;font-weight:600'
  const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0"'
  const row = (k: string, v: string) =>
    `<tr><td style="${cell}">${k}</td><td align="right" style="${cell};white-space:nowrap">${v}</td></tr>`
  const rows = [
    ...typed.map(([k, v]) => row(escape(k), escape(v))),
    ...links.map(([k, v]) => row(v ? `<a href="${escape(v)}">${escape(k)}</a>` : escape(k), '')),
  ].join('')
  const html = `<!doctype html><html lang="${mail.language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escape(w.subject)}</title></head>
<body style="margin:0;background:#f1efed;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#1f1a17">
<table ${table}><tr><td align="center" style="padding:24px 12px">
<table ${table} style="max-width:560px;background:#ffffff;border-radius:12px"><tr><td style="padding:28px">
<p style="margin:0 0 16px;font-weight:700;color:#3f51b5">Mostruário</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escape(w.subject)}</h1>
${w.lines.map((l) => `<p style="margin:0 0 12px">${escape(l)}</p>`).join('\n')}
${rows && `<table ${table} style="margin:12px 0;font-size:15px">${rows}</table>`}
${
  mail.href &&
  `<p style="margin:20px 0"><a href="${escape(mail.href)}" style="${button}">${escape(w.button ?? mail.href)}</a></p>
<p style="margin:0 0 12px;font-size:13px;color:#5f5751;word-break:break-all">${escape(mail.href)}</p>`
}
${mail.paper ? `<p style="margin:0 0 12px"><a href="${escape(mail.paper)}">${PAPER[mail.language]}</a></p>` : ''}
${w.after ? `<p style="margin:0;font-size:14px;color:#5f5751">${escape(w.after)}</p>` : ''}
</td></tr></table></td></tr></table></body></html>`
  return { subject: w.subject, text, html }
}
