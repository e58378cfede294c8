import { t } from '#web/i18n.ts'
import { Consultant } from './Consultant.tsx'

/** A company that the operator blocked: nothing can be paid, the operator's contact is the way out. */
export const Blocked = ({ consultant }: { consultant: { name: string; phone: string } }) => (
  <section className="panel pad" role="status">
    <h1>{t('Conta bloqueada')}</h1>
    <p className="spaced">
      {t('A operação do Mostruário bloqueou esta conta. Pagar não desbloqueia: fale com a equipe para resolver.')}
    </p>
    <Consultant {...consultant} about={t('Olá! Minha conta do Mostruário está bloqueada.')} />
  </section>
)
