// Faults that a program can have, put into a TypeScript source by its tree: a comparison turned or moved by one, a
// guard that is never or always so, a part forgotten, a number beside the right one.
import { parseSync } from 'vite'
import type { Fault } from './fault.ts'
import { sqlFaultsOf } from './sql-faults.ts'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}
const OTHERS: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '++': ['--'],
  '--': ['++'],
}
/** Names of calls that have a twin. */
const TWINS: Record<string, string> = {
  max: 'min',
  min: 'max',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  some: 'every',
  every: 'some',
}
/** Tags of templates that are SQL (src/server/db.ts). */
const SQL_TAGS = new Set(['sql', 'first'])
/** Steps of a chain that can be left out. */
const STEPS = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'trim', 'slice', 'toLowerCase'])
const TYPES = new Set(['typeAnnotation', 'returnType', 'typeParameters', 'typeArguments', 'superTypeArguments'])
const isNode = (v: unknown): v is Node => typeof v === 'object' && v !== null && typeof (v as Node).type === 'string'
const isTruth = (n: Node) =>
  (n.type === 'BinaryExpression' && /^[<>=!]=?/.test(n.operator as string)) ||
  (n.type === 'LogicalExpression' && n.operator !== '??') ||
  (n.type === 'UnaryExpression' && n.operator === '!')
const isText = (n: Node): boolean =>
  n.type === 'TemplateLiteral' ||
  (n.type === 'Literal' && typeof n.value === 'string') ||
  (n.type === 'BinaryExpression' && n.operator === '+' && (isText(n.left as Node) || isText(n.right as Node)))

/** All faults of a source, in the order of their places. */
export function faultsOf(source: string, file = 'x.ts'): Fault[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: Fault[] = []
  const put = (whole: Node, start: number, end: number, text: string) => {
    const shown = (s: string) => s.replace(/\s+/g, ' ').trim()
    const before = shown(source.slice(whole.start, whole.end))
    const after = shown(source.slice(whole.start, start) + text + source.slice(end, whole.end))
    const line = source.slice(0, start).split('\n').length
    if (!found.some((f) => f.start === start && f.end === end && f.text === text))
      found.push({ start, end, text, line, before, after })
  }
  const instead = (n: Node, text: string) => put(n, n.start, n.end, text)
  /** Another operator between two parts. */
  const operator = (n: Node, from: number, to: number, was: string) => {
    const at = source.indexOf(was, from)
    if (at < 0 || at >= to) return
    for (const other of OTHERS[was] ?? []) put(n, at, at + was.length, other)
  }
  /** What a function gives back. */
  const given = (n: Node | null) => {
    if (!n) return
    if (isTruth(n)) for (const text of ['true', 'false']) instead(n, text)
    else if (!['Literal', 'ObjectExpression', 'ConditionalExpression', 'ArrowFunctionExpression'].includes(n.type))
      if (!(n.type === 'Identifier' && n.name === 'undefined')) instead(n, '(null as never)')
  }
  const at: Record<string, (n: Node) => void> = {
    BinaryExpression: (n) => {
      const [left, right] = [n.left as Node, n.right as Node]
      if (!isText(n)) operator(n, left.end, right.start, n.operator as string)
    },
    LogicalExpression: (n) => {
      const [left, right] = [n.left as Node, n.right as Node]
      if (n.operator === '??') put(n, left.end, n.end, '')
      else operator(n, left.end, right.start, n.operator as string)
    },
    AssignmentExpression: (n) => {
      const [left, right] = [n.left as Node, n.right as Node]
      if (!isText(right)) operator(n, left.end, right.start, n.operator as string)
    },
    UpdateExpression: (n) => operator(n, n.start, n.end, n.operator as string),
    UnaryExpression: (n) => {
      if (n.operator === '!' || n.operator === '-') put(n, n.start, n.start + 1, '')
    },
    ConditionalExpression: (n) => {
      for (const text of ['true', 'false']) instead(n.test as Node, text)
    },
    IfStatement: (n) => {
      for (const text of ['true', 'false']) instead(n.test as Node, text)
    },
    Literal: (n) => {
      if (typeof n.value === 'number') instead(n, String(n.value + 1))
      if (typeof n.value === 'bigint') instead(n, `${n.value + 1n}n`)
      if (typeof n.value === 'boolean') instead(n, String(!n.value))
      const pattern = (n.regex as { pattern: string } | undefined)?.pattern
      if (pattern?.startsWith('^')) put(n, n.start + 1, n.start + 2, '')
      if (pattern?.endsWith('$')) put(n, n.start + pattern.length, n.start + pattern.length + 1, '')
    },
    CallExpression: (n) => {
      const callee = n.callee as Node
      if (callee.type !== 'MemberExpression' || callee.computed === true) return
      const [object, property] = [callee.object as Node, callee.property as Node]
      const name = property.name as string
      if (TWINS[name]) put(n, property.start, property.end, TWINS[name])
      if (STEPS.has(name)) put(n, object.end, n.end, '')
    },
    ReturnStatement: (n) => given(n.argument as Node | null),
    ArrowFunctionExpression: (n) => {
      if ((n.body as Node).type !== 'BlockStatement') given(n.body as Node)
    },
    ExpressionStatement: (n) => {
      if (!n.directive) instead(n, ';')
    },
    ThrowStatement: (n) => instead(n, ';'),
    TaggedTemplateExpression: (n) => {
      const tag = n.tag as Node
      const name = tag.type === 'MemberExpression' ? (tag.property as Node).name : tag.name
      if (!SQL_TAGS.has(name as string)) return
      for (const { start, end } of (n.quasi as unknown as { quasis: Node[] }).quasis)
        found.push(...sqlFaultsOf(source, start, end))
    },
  }
  const walk = (n: Node) => {
    if (n.type === 'ImportDeclaration') return
    // Of types nothing runs; of what is only said to be of a type, the value does.
    if (n.type.startsWith('TS')) {
      if (isNode(n.expression)) walk(n.expression)
      return
    }
    at[n.type]?.(n)
    for (const [key, value] of Object.entries(n)) {
      if (TYPES.has(key)) continue
      // A name before a colon is no value.
      if (n.type === 'Property' && key === 'key' && n.computed !== true) continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child)
    }
  }
  walk(program as unknown as Node)
  // What does not even parse is no fault that anybody could ship.
  const parses = ({ start, end, text }: Fault) =>
    parseSync(file, source.slice(0, start) + text + source.slice(end)).errors.length === 0
  return found.filter(parses).sort((a, b) => a.start - b.start)
}
