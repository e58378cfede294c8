// A stored PDF as an answer, and who counts as having opened one.
import type { FastifyReply } from 'fastify'
import { isBot } from '#features/sessions/server/index.ts'
import { sendPdf } from '#server/send.ts'
import type { Kit, SENT } from '#server/serve.ts'
import type { Session } from '#server/session.ts'
import { Refusal } from '#shared/errors.ts'
import { fileOf } from './make.ts'

/** Neither the company's own people nor a program that looks what a link shows. */
export const isStranger = (session: Session | null, agent: string | undefined) =>
  !(session && session.level <= 2) && !isBot(agent ?? '')

/** One of its files; a title may hold signs that no file's name does. */
export async function sendVolume(
  kit: Kit,
  reply: FastifyReply,
  pdf: { token: string; title: string; files: number },
  volume: number,
): Promise<typeof SENT> {
  const file = fileOf(pdf.token, volume)
  if (volume > pdf.files || !(await kit.storage.has(file))) throw new Refusal('not_found')
  const title = pdf.title.replace(/[^\p{L}\p{N} _-]/gu, '').trim() || 'catalogo'
  return sendPdf(reply, volume > 1 ? `${title} ${volume}` : title, kit.storage.stream(file))
}
