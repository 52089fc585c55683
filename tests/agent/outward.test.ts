/** Steps that reach beyond the vault, and steps that only speak of it, in the eight languages of the table. */
import { expect, test } from "vitest";
import { reachesOut } from "../../src/agent/outward/outward";

const OUTWARD = `
Write and send the invoice to Bob
Refund Anna 40 euros
Read the mail from Bob and pay him
Summarise the thread, then email the summary to the team
Pay the rent
Draft a reply and send it
Call the plumber about the leak
Please book a table for six at Nino's
Find the cheapest flight and book it
Post the announcement on Mastodon
Let Anna know that the meeting is moved
Get back to the landlord with our answer
Make a bank transfer of 300 euros to Kern
Place an order for 20 tiles
Cancel the gym membership
Check the invoice and, if it is right, pay it
Prepare the form and submit it to the tax office
Invite the neighbours to the summer party
Sign up for the newsletter of the museum
Quickly reply to the accountant
Write to the insurer about the damage
Ask Bob for the missing receipts
Publish the new page
Upload the photos to the shared album
Follow up with Moss about the roof
✋ Ring Ziegler
Order the tiles
Tell Lindner that we take the offer
Transfer the deposit to the landlord
Go to the bank to pay the fees
Check the quote and note the total, on envoie la réponse à Anna
Read the plan, puis on envoie le devis
Lee la lista: lees de mail en betaal Bob
Revisar la factura de Moss en betalen
Poster l'annonce sur le site
Die Rechnung bezahlen
Rechnung schreiben und an Bob schicken
Überweise 300 Euro an Kern
Ruf Ziegler wegen der Heizung an
Den Vertrag kündigen
Die Mail von Bob lesen und ihm antworten
Flug nach Lissabon buchen
Melde dich bei der Versicherung
Payer la facture de Kern
Envoyer le devis à Anna
Lire le mail de Bob et lui répondre
Passer commande de vingt carreaux
Prendre rendez-vous chez le dentiste
Appelle le plombier
Pagar el alquiler de marzo
Envía la factura a Bob
Leer el correo de Bob y pagarle
Hacer una transferencia de 300 euros a Kern
Llamar al fontanero
Pagare la bolletta della luce
Invia il preventivo ad Anna
Leggi la mail di Bob e rispondi
Fare un bonifico di 300 euro a Kern
Prenota un tavolo per sei
Pagar a conta da luz
Envie o orçamento para a Ana
Ler o email do Bob e responder
Fazer uma transferência de 300 euros para a Kern
De rekening betalen
Stuur de offerte naar Anna
Lees de mail van Bob en betaal hem
Bel de loodgieter
Maak een afspraak bij de tandarts
Zapłać rachunek za prąd
Wyślij ofertę do Anny
Przeczytaj maila od Boba i odpowiedz mu
Zadzwoń do hydraulika
Zrób przelew na 300 euro dla Kerna
Bob bitten, Kern anzurufen
Den Betrag zurücküberweisen
Buche einen Flug nach Lissabon
Envía al casero la copia firmada
Devolverle la llave a Moss
Rispondigli entro venerdì
Encaminhe o contrato ao advogado
De borg terugbetalen
Odeślij podpisaną umowę`;

const INWARD = `
Summarise the call notes
Read Anna's mail
List the payments of March
Draft a reply to the landlord
Compare the two offers in [[Offers]]
Collect the phone numbers of all suppliers
Read the mail from Bob and note what he wants
List the bills to pay this month
Check whether we have to pay the fee
Work out how much to send to Kern
Find out who has to pay
Write a list of people to invite
Draft the invitation for the summer party
Prepare the invoice for Bob
Write down the order numbers of last year
Sort the messages of the group by sender
Read the booking confirmation and note the check-in time
Add up the transfers to the savings account
Outline a post about bees
Make a table of all orders since May
Draft a mail to invite the neighbours, do not send it
Translate the letter of the tax office
Compare the prices of the three phone plans
Write the poster text
Do: Poster text
Do: Write the text of the poster
Write the text of the newsletter
Note what the last call with Ziegler was about
Find the refund policy of the shop
Summarise [[Send the invoice]]
Extract the amounts from the payment reminders
Count how many people replied
Brainstorm ideas for the blog
Write the agenda for Monday's call
Decide which flight to book
Die Zahlungen vom März auflisten
Die Mail von Anna lesen
Antwort an den Vermieter entwerfen
Notizen vom Anruf zusammenfassen
Prüfen, ob die Rechnung zu bezahlen ist
Alle Rechnungen auflisten, die wir bezahlen müssen
Post sortieren
Die Zahlen vom März vergleichen
Einen Text für die Einladung schreiben
Lister les factures à payer
Lire le mail d'Anna
Résumer les notes de l'appel
Rédiger une réponse au propriétaire
Comparer les deux devis
Listar las facturas por pagar
Leer el correo de Anna
Resumir las notas de la llamada
Redactar una respuesta al casero
Comparar los dos presupuestos
Elencare le fatture da pagare
Leggere la mail di Anna
Riassumere le note della telefonata
Scrivere una bozza della risposta
Listar as contas a pagar
Ler o email da Ana
Resumir as notas da chamada
De mail van Anna lezen
De te betalen rekeningen opsommen
Een antwoord aan de verhuurder opstellen
Vergelijk de twee offertes
Przeczytaj maila od Anny
Wypisz rachunki do zapłacenia
Streść notatki z rozmowy
Porównaj dwie oferty
Anfragen auflisten
Antworten der Teilnehmer sammeln
Kauf prüfen
Lister les articles publiés`;

/** Written after the table, and not worked on until they had been counted: 36 of the first, 0 of the second were held. */
const LATER_OUTWARD = `
Wire Anna the 40 euros she lent us
Return the defective kettle to the shop
Apply for the parking permit
Ship the sample to Oslo
Give notice for the garage by Friday
RSVP to the wedding
Renew the domain
Thank the donors for their gifts
Settle the electricity bill
Reschedule the dentist
Message Ravi on WhatsApp that we are late
Donate the old books
Go through the contract and hand it in at the office
Register Tom for the swimming class
File a complaint with the airline
Check the totals then wire the money
Remind the tenants about the meter reading
Sell the old bike on the marketplace
Bob den Schlüssel zurückgeben und ihm Bescheid sagen
Anna zum Essen einladen
Den Antrag beim Amt einreichen
Bestelle zehn Säcke Erde
Angebot prüfen und annehmen
Bitte die Kaution zurücküberweisen
Schreib Moss eine Mail wegen des Dachs
Fragen, ob Kern am Montag kommt, und ihn anrufen
Virer 200 euros à Kern
Résilier le contrat de téléphone
Relire le contrat puis l'envoyer signé
Écrire à la mairie
Comprar los billetes para Sevilla
Dar de baja la línea de teléfono
Contesta al casero
Scrivi al comune per il permesso
Acquistare i biglietti per Roma
Marcar consulta no dentista
Compre as passagens para o Porto
Tegels bestellen bij Kern
Zeg het abonnement op
Zarezerwuj stolik na sobotę`;
const LATER_INWARD = `
Summarise the mail thread with the insurer
Write a post about the trip
Plan the order of the talks
Make a list of who replied
Read the transfer receipt and note the date
Review the draft of the reply to Moss
Copy the bank's address into the note
Estimate the cost of shipping
Describe the ringing noise of the boiler
Group the messages by topic
Prepare questions for the call with Kern
Note how much we paid last year
Look up the cancellation period in the contract
Rewrite the invitation in a warmer tone
Write a packing list
Research hotels in Lisbon and list three
Find Bob's phone number
Put the payments into a table
Highlight what we promised to Anna
Turn the interview into a summary
Rank the offers by price
Einladung übersetzen
Kündigungsfrist im Vertrag nachsehen
Telefonnotiz zusammenfassen
Eine Liste der offenen Bestellungen machen
Brief an die Versicherung entwerfen
Aus der Rechnung die Summe heraussuchen
Notieren, wer noch nicht geantwortet hat
Vérifier le montant du virement
Traduire la lettre d'invitation
Noter la date d'envoi du colis
Faire un tableau des commandes
Buscar el número de la reserva
Anotar quién ha respondido
Hacer una tabla de los pagos
Controllare la data di consegna
Tradurre l'invito in inglese
Verificar o valor da transferência
Zoek het nummer van de bestelling op
Sprawdź datę przelewu`;

const lines = (text: string): readonly string[] => text.trim().split("\n");

test.each(lines(OUTWARD))("%s: reaches out", (text) => {
  expect(reachesOut(text)).toBe(true);
});

test.each(lines(INWARD))("%s: stays in the vault", (text) => {
  expect(reachesOut(text)).toBe(false);
});

test("words of the person count, too", () => {
  expect(reachesOut("Ze rybák poslat fakturu")).toBe(false);
  expect(reachesOut("Poslat fakturu", ["poslat"])).toBe(true);
  expect(reachesOut("Fakturovat hodiny", ["faktur*"])).toBe(true);
});

test("of steps that nobody tuned the words to, at most two in thirty are taken for the other kind", () => {
  expect(lines(LATER_OUTWARD).filter((text) => !reachesOut(text))).toEqual([]);
  expect(lines(LATER_INWARD).filter((text) => reachesOut(text))).toEqual([]);
});
