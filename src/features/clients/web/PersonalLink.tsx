import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LinkPart } from '#features/users/web/index.ts'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed } from '#web/ui/states.tsx'
import { readLink, renewLink, revokeLink } from '../contract.ts'

/** A client's own way into the catalogue; another link ends the one before, and it may be taken back. */
export function PersonalLink({ id, company }: { id: number; company: { name: string } }) {
  const [asking, setAsking] = useState<'replace' | 'revoke' | null>(null)
  const link = useQuery({
    queryKey: ['link', id],
    queryFn: () => call(readLink, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const act = async (done: string, doIt: () => Promise<unknown>) => {
    setAsking(null)
    await attempt(async () => {
      await doIt()
      notify(done)
    }).finally(() => renew('link', id))
  }
  const replace = (done: string) => act(done, () => call(renewLink, { params: { id } }))
  if (link.isError)
    return (
      <section className="sect">
        <h2>{t('Link pessoal')}</h2>
        <Failed
          what={t('Não conseguimos carregar o link pessoal.')}
          error={link.error}
          retry={() => void link.refetch()}
        />
      </section>
    )
  if (!link.data) return null
  const { url, revoked_at } = link.data
  return (
    <>
      {revoked_at ? (
        <section className="sect">
          <h2>{t('Link pessoal')}</h2>
          <p className="note">
            <Icon name="lock" />
            <span className="grow">
              {t('Revogado {when}. Ninguém entra como este cliente por link.', { when: showMoment(revoked_at) })}
            </span>
          </p>
          <button
            type="button"
            className="btn sec small self-start"
            onClick={() => void replace(t('Link novo criado. Envie ao cliente.'))}
          >
            <Icon name="link" />
            {t('Criar link novo')}
          </button>
        </section>
      ) : (
        <LinkPart
          title={t('Link pessoal')}
          hint={t('Quem abre este link entra como este cliente, com os preços dele. Envie só a ele.')}
          url={url ?? ''}
          company={company.name}
        >
          <button type="button" className="btn sec small" onClick={() => setAsking('replace')}>
            <Icon name="repeat" />
            {t('Trocar link')}
          </button>
          <button type="button" className="btn danger small" onClick={() => setAsking('revoke')}>
            <Icon name="lock" />
            {t('Revogar link')}
          </button>
        </LinkPart>
      )}
      {asking === 'replace' && (
        <Confirm
          title={t('Trocar o link pessoal?')}
          text={t('O link antigo deixa de abrir, e quem entrou por ele sai na hora. Envie o novo ao cliente.')}
          onClose={() => setAsking(null)}
          onConfirm={() => replace(t('Link trocado.'))}
        />
      )}
      {asking === 'revoke' && (
        <Confirm
          title={t('Revogar o link pessoal?')}
          text={t('O link deixa de abrir e quem entrou por ele sai na hora. Quem entra com senha continua.')}
          danger
          onClose={() => setAsking(null)}
          onConfirm={() => act(t('Link revogado.'), () => call(revokeLink, { params: { id } }))}
        />
      )}
    </>
  )
}
