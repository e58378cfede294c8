// What a call comes back with when it does not do what it should. Apart from the calls: the first screen knows what a
// failure is before it has asked anything.
import { type Sentence, tell } from '#shared/sentence.ts'
import { say } from './i18n.ts'

export interface Refused {
  code?: string
  message?: string
  errors?: Record<string, string[]>
  /** What was said with words filled in, as sentence and words. */
  sentences?: Sentence[]
}
/** What the server says without accents or in one word by contract, as screens say it. */
const ON_SCREEN: Record<string, string> = {
  max_users: 'Quantidade máxima de usuários do nível selecionado excedida.',
  'Voce precisa ser administrador para executar esta acao': 'Você precisa ser administrador para executar esta ação.',
}
/** A refusal of the server's in the reader's language, or no answer at all (`offline`). */
export class Failure extends Error {
  status: number
  code: string
  /** Sentences by field. */
  errors: Record<string, string[]>
  extra: Record<string, unknown>
  /** A sentence of `extra` in the reader's language. */
  say: (text: string) => string
  constructor(status: number, body: Refused) {
    const sentences = new Map(body.sentences?.map((s) => [tell(s), s]))
    const inWords = (text: string) => say(sentences.get(text) ?? ON_SCREEN[text] ?? text)
    super(inWords(body.message ?? 'Não conseguimos falar com o servidor. Confira a internet e tente de novo.'))
    this.status = status
    this.code = body.code ?? 'offline'
    this.errors = Object.fromEntries(
      Object.entries(body.errors ?? {}).map(([field, list]) => [field, list.map(inWords)]),
    )
    this.extra = body as Record<string, unknown>
    this.say = inWords
  }
  /** All of it, for where no field can be marked. */
  get summary() {
    const sentences = Object.values(this.errors).flat()
    return sentences.length > 0 ? sentences.join(' ') : this.message
  }
  get offline() {
    return this.code === 'offline'
  }
}
export const isFailure = (e: unknown): e is Failure => e instanceof Failure
/** What stopped an act, in words: any fault that is no call's is ours. */
export const asFailure = (e: unknown): Failure =>
  isFailure(e) ? e : new Failure(0, { code: 'fault', message: 'Algo deu errado neste aparelho.' })
/** What was asked for; null: there is none such. */
export const orNone = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((failure: unknown) => {
    if (isFailure(failure) && failure.status === 404) return null
    throw failure
  })
/** What asks the server has files of its own: one that does not come fails like the call that it would have made. */
export const asking = <M>(load: Promise<M>): Promise<M> =>
  load.catch(() => {
    throw new Failure(0, {})
  })
