// What mails of a company's trial say, from its first day to the last warning, in the reader's language.
import type { Language, Words } from './languages.ts'

export type TrialTemplate =
  | 'welcome'
  | 'trial_13'
  | 'trial_7'
  | 'trial_5'
  | 'trial_1'
  | 'trial_0'
  | 'keep_15'
  | 'keep_5'
export const TRIAL_WORDS: Record<TrialTemplate, Record<Language, Words>> = {
  welcome: {
    pt: {
      subject: 'O catálogo de {company} está no ar',
      lines: [
        'Olá, {name}.',
        'Seu catálogo já tem endereço e pode ser enviado agora mesmo pelo WhatsApp: {link}',
        'O teste vai até {until}. Até lá, tudo é seu para usar.',
      ],
      button: 'Abrir meu catálogo',
    },
    en: {
      subject: 'The catalogue of {company} is live',
      lines: [
        'Hello, {name}.',
        'Your catalogue has its own address, ready to be sent on WhatsApp: {link}',
        'Your trial runs until {until}. Until then, everything is yours to use.',
      ],
      button: 'Open my catalogue',
    },
    fr: {
      subject: 'Le catalogue de {company} est en ligne',
      lines: [
        'Bonjour, {name}.',
        'Votre catalogue a son adresse, prête à être envoyée par WhatsApp : {link}',
        'L’essai dure jusqu’au {until}. D’ici là, tout est à vous.',
      ],
      button: 'Ouvrir mon catalogue',
    },
  },
  trial_13: {
    pt: {
      subject: 'Seu catálogo está no ar: restam {left} dias de teste',
      lines: ['O catálogo de {company} está recebendo visitas.', 'Assine quando quiser; nada se perde.'],
      button: 'Assinar',
    },
    en: {
      subject: 'Your catalogue is live: {left} days of trial left',
      lines: ['The catalogue of {company} is receiving visits.', 'Subscribe whenever you like; nothing is lost.'],
      button: 'Subscribe',
    },
    fr: {
      subject: 'Votre catalogue est en ligne : {left} jours d’essai restants',
      lines: ['Le catalogue de {company} reçoit des visites.', 'Abonnez-vous quand vous voulez ; rien ne se perd.'],
      button: 'S’abonner',
    },
  },
  trial_7: {
    pt: {
      subject: 'Seu período de teste terminou',
      lines: ['O catálogo de {company} continua guardado.', 'Pague para reativar e continuar recebendo pedidos.'],
      button: 'Reativar',
    },
    en: {
      subject: 'Your trial has ended',
      lines: ['The catalogue of {company} is kept.', 'Pay to reactivate it and go on receiving orders.'],
      button: 'Reactivate',
    },
    fr: {
      subject: 'Votre période d’essai est terminée',
      lines: [
        'Le catalogue de {company} est conservé.',
        'Payez pour le réactiver et continuer à recevoir des commandes.',
      ],
      button: 'Réactiver',
    },
  },
  trial_5: {
    pt: {
      subject: 'O catálogo de {company} sai do ar em {days} dias',
      lines: [
        'Em {until} as visitas deixam de abrir o catálogo.',
        'Assine para manter tudo como está, ou baixe os seus dados.',
      ],
      button: 'Salvar meu catálogo',
    },
    en: {
      subject: 'The catalogue of {company} goes offline in {days} days',
      lines: [
        'From {until} on visitors can no longer open it.',
        'Subscribe to keep everything as it is, or download your data.',
      ],
      button: 'Save my catalogue',
    },
    fr: {
      subject: 'Le catalogue de {company} sera hors ligne dans {days} jours',
      lines: [
        'À partir du {until} les visiteurs ne pourront plus l’ouvrir.',
        'Abonnez-vous pour tout garder, ou téléchargez vos données.',
      ],
      button: 'Garder mon catalogue',
    },
  },
  trial_1: {
    pt: {
      subject: 'Amanhã o catálogo de {company} sai do ar',
      lines: ['É o último dia inteiro do teste.', 'Assine hoje e nada muda para quem compra de você.'],
      button: 'Salvar meu catálogo',
    },
    en: {
      subject: 'Tomorrow the catalogue of {company} goes offline',
      lines: ['This is the last full day of your trial.', 'Subscribe today and nothing changes for your customers.'],
      button: 'Save my catalogue',
    },
    fr: {
      subject: 'Demain le catalogue de {company} sera hors ligne',
      lines: [
        'C’est le dernier jour entier de l’essai.',
        'Abonnez-vous aujourd’hui et rien ne change pour vos clients.',
      ],
      button: 'Garder mon catalogue',
    },
  },
  trial_0: {
    pt: {
      subject: 'Hoje termina o teste de {company}',
      lines: [
        'Amanhã o catálogo fecha para visitas.',
        'Produtos, fotos e pedidos ficam guardados por mais 30 dias; você pode baixar tudo ou assinar nesse tempo.',
      ],
      button: 'Assinar',
    },
    en: {
      subject: 'The trial of {company} ends today',
      lines: [
        'Tomorrow the catalogue closes for visitors.',
        'Products, photos and orders are kept for 30 more days; you can download everything or subscribe meanwhile.',
      ],
      button: 'Subscribe',
    },
    fr: {
      subject: 'L’essai de {company} se termine aujourd’hui',
      lines: [
        'Demain le catalogue ferme aux visiteurs.',
        'Produits, photos et commandes sont gardés 30 jours de plus ; vous pouvez tout télécharger ou vous abonner d’ici là.',
      ],
      button: 'S’abonner',
    },
  },
  keep_15: {
    pt: {
      subject: 'Faltam 15 dias para a exclusão do catálogo de {company}',
      lines: [
        'Produtos, fotos e pedidos ainda estão guardados.',
        'Assine para trazer tudo de volta, ou baixe os seus dados.',
      ],
      button: 'Impedir a exclusão',
    },
    en: {
      subject: '15 days until the catalogue of {company} is deleted',
      lines: [
        'Products, photos and orders are still kept.',
        'Subscribe to bring everything back, or download your data.',
      ],
      button: 'Stop the deletion',
    },
    fr: {
      subject: '15 jours avant la suppression du catalogue de {company}',
      lines: [
        'Produits, photos et commandes sont encore gardés.',
        'Abonnez-vous pour tout retrouver, ou téléchargez vos données.',
      ],
      button: 'Empêcher la suppression',
    },
  },
  keep_5: {
    pt: {
      subject: 'Último aviso: o catálogo de {company} será excluído em 5 dias',
      lines: ['Depois disso, fotos, produtos e pedidos não voltam.', 'Ainda dá tempo de guardar tudo.'],
      button: 'Impedir a exclusão',
    },
    en: {
      subject: 'Last warning: the catalogue of {company} is deleted in 5 days',
      lines: ['After that, photos, products and orders do not come back.', 'There is still time to keep everything.'],
      button: 'Stop the deletion',
    },
    fr: {
      subject: 'Dernier avis : le catalogue de {company} sera supprimé dans 5 jours',
      lines: ['Ensuite, photos, produits et commandes ne reviennent pas.', 'Il est encore temps de tout garder.'],
      button: 'Empêcher la suppression',
    },
  },
}
