// What mails to the platform's operators say, in the reader's language.
import type { Language, Words } from './languages.ts'

export type OperatorTemplate = 'request' | 'credit' | 'money'
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
      subject: '{company} pagou uma cobrança cancelada: {amount}',
      lines: [
        'O dinheiro da cobrança {txid} virou crédito da empresa e desconta da próxima. Fale com ela se não era isso que queria.',
      ],
      button: 'Ver as assinaturas',
    },
    en: {
      subject: '{company} paid a cancelled invoice: {amount}',
      lines: [
        'The money of invoice {txid} became the company’s credit and is taken off the next one. Talk to them if they meant something else.',
      ],
      button: 'See the subscriptions',
    },
    fr: {
      subject: '{company} a payé une facture annulée : {amount}',
      lines: [
        'L’argent de la facture {txid} est devenu un crédit de l’entreprise, déduit de la prochaine. Parlez-lui si ce n’était pas voulu.',
      ],
      button: 'Voir les abonnements',
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
