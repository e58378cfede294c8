// What mails about what a company pays say, in the reader's language.
import type { Language, Words } from './languages.ts'

export type BillingTemplate = 'invoice' | 'paid' | 'kept' | 'cancelled'
export const BILLING_WORDS: Record<BillingTemplate, Record<Language, Words>> = {
  invoice: {
    pt: {
      subject: 'Cobrança de {company}: {amount}, vence em {due}',
      lines: [
        'A assinatura do catálogo está pronta para pagar.',
        'Abra o link para pagar com Pix; a confirmação aparece na mesma página.',
      ],
      button: 'Ver a cobrança',
    },
    en: {
      subject: 'Invoice for {company}: {amount}, due {due}',
      lines: [
        'The subscription of your catalogue is ready to be paid.',
        'Open the link to pay with Pix; the confirmation appears on the same page.',
      ],
      button: 'See the invoice',
    },
    fr: {
      subject: 'Facture de {company} : {amount}, échéance {due}',
      lines: [
        'L’abonnement de votre catalogue est prêt à payer.',
        'Ouvrez le lien pour payer par Pix ; la confirmation apparaît sur la même page.',
      ],
      button: 'Voir la facture',
    },
  },
  paid: {
    pt: {
      subject: 'Recebemos {amount}: obrigado!',
      lines: ['O catálogo de {company} está ativo até {until}.', 'Guarde esta mensagem como recibo.'],
      button: 'Ver o recibo',
    },
    en: {
      subject: 'We received {amount}: thank you!',
      lines: ['The catalogue of {company} is active until {until}.', 'Keep this message as your receipt.'],
      button: 'See the receipt',
    },
    fr: {
      subject: 'Nous avons reçu {amount} : merci !',
      lines: ['Le catalogue de {company} est actif jusqu’au {until}.', 'Gardez ce message comme reçu.'],
      button: 'Voir le reçu',
    },
  },
  kept: {
    pt: {
      subject: 'Recebemos {amount}: ficou como crédito de {company}',
      lines: [
        'A cobrança {txid} já não valia quando o dinheiro chegou, ou a conta está bloqueada. O que sobrou fica como crédito e desconta da próxima cobrança.',
        'Abra a assinatura para ver o crédito, ou fale com o consultor.',
      ],
      button: 'Ver a assinatura',
    },
    en: {
      subject: 'We received {amount}: kept as credit of {company}',
      lines: [
        'Invoice {txid} was no longer valid when the money arrived, or the account is blocked. What is left is kept as credit and taken off the next invoice.',
        'Open the subscription to see the credit, or talk to the consultant.',
      ],
      button: 'See the subscription',
    },
    fr: {
      subject: 'Nous avons reçu {amount} : gardé en crédit de {company}',
      lines: [
        'La facture {txid} n’était plus valable quand l’argent est arrivé, ou le compte est bloqué. Le reste est gardé en crédit et déduit de la prochaine facture.',
        'Ouvrez l’abonnement pour voir le crédit, ou parlez au consultant.',
      ],
      button: 'Voir l’abonnement',
    },
  },
  cancelled: {
    pt: {
      subject: 'A assinatura de {company} foi cancelada',
      lines: ['O catálogo continua no ar até {until}.', 'Seus dados podem ser baixados até 30 dias depois.'],
      button: 'Baixar meus dados',
    },
    en: {
      subject: 'The subscription of {company} was cancelled',
      lines: ['The catalogue stays online until {until}.', 'Your data can be downloaded until 30 days later.'],
      button: 'Download my data',
    },
    fr: {
      subject: 'L’abonnement de {company} a été résilié',
      lines: [
        'Le catalogue reste en ligne jusqu’au {until}.',
        'Vos données peuvent être téléchargées jusqu’à 30 jours après.',
      ],
      button: 'Télécharger mes données',
    },
  },
}
