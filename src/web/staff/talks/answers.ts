/** Short words that stand for whole answers. */
export const answers = [
  { name: '/остаток', text: 'Остаток по заказу … придёт …, отгрузим в тот же день.' },
  { name: '/осмотр', text: 'Товар на осмотре у сервиса, ответим до ….' },
  { name: '/оплата', text: 'Счёт в заказе …, оплатить можно по QR до ….' },
]
