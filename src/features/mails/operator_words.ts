// What mails to the platform's operators say, in the reader's language.
import type { Language, Words } from './languages.ts'

export type OperatorTemplate = 'request' | 'credit' | 'money' | 'trials'
export const OPERATOR_WORDS: Record<OperatorTemplate, Record<Language, Words>> = {
  request: {
    pt: {
      subject: '{name} quer assinar: plano {plan}',
      lines: ['Alguém pediu a assinatura sem entrar. Nada da empresa mudou: responda com a cobrança.'],
      button: 'Ver o pedido',
    },
    en: {
      subject: '{name} wants to subscribe: {plan} plan',
      lines: ['Somebody asked without signing in. Nothing of the company changed: answer with the invoice.'],
      button: 'See the request',
    },
    fr: {
      subject: '{name} veut s’abonner : offre {plan}',
      lines: [
        'Quelqu’un a demandé l’abonnement sans se connecter. Rien n’a changé pour l’entreprise : répondez avec la facture.',
      ],
      button: 'Voir la demande',
    },
  },
  credit: {
    pt: {
      subject: '{amount} de {company} ficaram como crédito',
      lines: [
        'O dinheiro da cobrança {txid} não abriu nada, ou sobrou: a cobrança estava cancelada ou vencida, ou a conta está bloqueada. O crédito desconta da próxima cobrança.',
        'Fale com a empresa se não era isso que ela queria.',
      ],
      button: 'Ver as assinaturas',
    },
    en: {
      subject: '{amount} of {company} are kept as credit',
      lines: [
        'The money of invoice {txid} opened nothing, or some of it was left: the invoice was cancelled or past its due date, or the account is blocked. The credit is taken off the next invoice.',
        'Talk to the company if they meant something else.',
      ],
      button: 'See the subscriptions',
    },
    fr: {
      subject: '{amount} de {company} sont gardés en crédit',
      lines: [
        'L’argent de la facture {txid} n’a rien ouvert, ou il en reste : la facture était annulée ou échue, ou le compte est bloqué. Le crédit est déduit de la prochaine facture.',
        'Parlez à l’entreprise si ce n’était pas voulu.',
      ],
      button: 'Voir les abonnements',
    },
  },
  trials: {
    pt: {
      subject: '{company}: mais um teste com o mesmo contato',
      lines: ['Já há outros testes gratuitos com o e-mail {email} ou com o mesmo telefone:'],
      button: 'Ver as empresas',
    },
    en: {
      subject: '{company}: one more trial with the same contact',
      lines: ['There are other free trials with the e-mail {email} or the same phone:'],
      button: 'See the companies',
    },
    fr: {
      subject: '{company} : un essai de plus avec le même contact',
      lines: ['Il y a d’autres essais gratuits avec l’e-mail {email} ou le même téléphone :'],
      button: 'Voir les entreprises',
    },
  },
  money: {
    pt: {
      subject: 'Chegaram {amount} que não abriram nada ({txid})',
      lines: [
        'O banco avisou de um Pix que não fecha com nenhuma cobrança aberta: outro valor, identificação desconhecida ou a mesma cobrança paga de novo.',
        'Confira no extrato e fale com quem pagou.',
      ],
      button: 'Ver as assinaturas',
    },
    en: {
      subject: '{amount} arrived and opened nothing ({txid})',
      lines: [
        'The bank told of a Pix that matches no open invoice: another amount, an unknown number, or the same invoice paid again.',
        'Check the statement and talk to whoever paid.',
      ],
      button: 'See the subscriptions',
    },
    fr: {
      subject: '{amount} sont arrivés sans rien ouvrir ({txid})',
      lines: [
        'La banque signale un Pix qui ne correspond à aucune facture ouverte : autre montant, numéro inconnu ou même facture payée deux fois.',
        'Vérifiez le relevé et parlez à qui a payé.',
      ],
      button: 'Voir les abonnements',
    },
  },
}
