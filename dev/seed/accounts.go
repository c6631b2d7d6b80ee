package seed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/permission"
	"selfcare/internal/platform/password"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/subaccount"
	"selfcare/internal/store/user"
)

// Owners of the test lines, with valid IDs.
var (
	noura = contract.Person{IDNumber: "1077000014", Nationality: "SA", BirthDate: "1990-03-05", FullNameEn: "Noura Alharbi", FullNameAr: "نورة الحربي", Gender: contract.GenderFemale}
	fahad = contract.Person{IDNumber: "1077000022", Nationality: "SA", BirthDate: "1985-07-21", FullNameEn: "Fahad Alotaibi", FullNameAr: "فهد العتيبي", Gender: contract.GenderMale}
	sara  = contract.Person{IDNumber: "1077000030", Nationality: "SA", BirthDate: "1982-11-12", FullNameEn: "Sara Alqahtani", FullNameAr: "سارة القحطاني", Gender: contract.GenderFemale}
	ravi  = contract.Person{IDNumber: "2077000012", Nationality: "IN", BirthDate: "1992-01-30", FullNameEn: "Ravi Kumar", FullNameAr: "رافي كومار", Gender: contract.GenderMale}
	layla = contract.Person{IDNumber: "1077000055", Nationality: "SA", BirthDate: "1993-09-09", FullNameEn: "Layla Alghamdi", FullNameAr: "ليلى الغامدي", Gender: contract.GenderFemale}
	reem  = contract.Person{IDNumber: "1077000063", Nationality: "SA", BirthDate: "1991-02-14", FullNameEn: "Reem Aldosari", FullNameAr: "ريم الدوسري", Gender: contract.GenderFemale}
	nawal = contract.Person{IDNumber: "1077000071", Nationality: "SA", BirthDate: "1988-04-17", FullNameEn: "Nawal Alzahrani", FullNameAr: "نوال الزهراني", Gender: contract.GenderFemale}
	// Hanan has a single line, so that she may order more SIMs.
	hanan = contract.Person{IDNumber: "1077000089", Nationality: "SA", BirthDate: "1994-08-23", FullNameEn: "Hanan Alzahrani", FullNameAr: "حنان الزهراني", Gender: contract.GenderFemale}
	huda  = contract.Person{IDNumber: "1077000048", Nationality: "SA", BirthDate: "1996-06-18", FullNameEn: "Huda Alshehri", FullNameAr: "هدى الشهري", Gender: contract.GenderFemale}
	// A visitor, whose line was sold in a shop with a passport.
	emma = contract.Person{IDNumber: "P7700071", Nationality: "GB", BirthDate: "1988-02-29", FullNameEn: "Emma Hill", FullNameAr: "إيما هيل", Gender: contract.GenderFemale}
)

// testLines are in service from the start. Huda's belong to no user: they are there for registrations and
// sub-accounts. A court has blocked 0570000012.
var testLines = []struct {
	msisdn, kind, plan, subscription string
	status                           contract.LineStatus
	owner                            contract.Person
}{
	{"0570000001", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, noura},
	{"0570000002", linestore.Voice, "postpaid-200", "postpaid", contract.LineActive, fahad},
	{"0570000003", linestore.Voice, "postpaid-290", "postpaid", contract.LineActive, sara},
	{"0570000004", linestore.Voice, "hawakom-130", "prepaid", contract.LineActive, sara},
	{"0570000005", linestore.Voice, "basic-25", "prepaid", contract.LineActive, sara},
	{"0570000006", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, layla},
	{"0570000021", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, reem}, // these two are deactivated
	{"0570000022", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, reem},
	{"0570000023", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, reem}, // and these two leave for another operator
	{"0570000024", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, reem},
	{"830000000001", linestore.Data, "data-sim-60", "prepaid", contract.LineActive, ravi},
	{"830000000002", linestore.Data, "data-sim-60", "prepaid", contract.LineActive, sara},
	{"0570000010", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, huda},
	{"0570000011", linestore.Voice, "basic-25", "prepaid", contract.LineActive, huda},
	{"0570000012", linestore.Voice, "basic-25", "prepaid", contract.LineBlocked, huda},
	{"830000000010", linestore.Data, "data-sim-60", "prepaid", contract.LineActive, huda},
	{"0570000007", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, layla},
	{"0570000025", linestore.Voice, "basic-25", "prepaid", contract.LineActive, reem}, // these two switch plans
	{"0570000026", linestore.Voice, "basic-25", "prepaid", contract.LineActive, reem},
	{"0570000027", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, reem}, // and these are low on money
	{"0570000028", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, reem},
	{"0570000031", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal}, // these two transfer to each other
	{"0570000032", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal},
	{"0570000033", linestore.Voice, "postpaid-200", "postpaid", contract.LineActive, nawal}, // these two have bills to pay
	{"0570000034", linestore.Voice, "postpaid-200", "postpaid", contract.LineActive, nawal},
	{"0570000035", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal}, // and these have an auto-recharge
	{"0570000036", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal},
	{"0570000041", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal}, // these two have services of partners
	{"0570000042", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal},
	{"0570000043", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal}, // and these two buy codes of games
	{"0570000044", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal},
	{"0570000045", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal}, // and these two have one renewed
	{"0570000046", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal},
	{"0570000047", linestore.Voice, "postpaid-200", "postpaid", contract.LineActive, nawal}, // these two have one on their bill
	{"0570000048", linestore.Voice, "postpaid-200", "postpaid", contract.LineActive, nawal},
	{"0570000051", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal}, // these two buy bundles, and send them to each other
	{"0570000052", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal},
	{"0570000063", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal}, // and these call, write and surf
	{"0570000064", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal},
	{"0570000061", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal}, // these two change the settings of their numbers
	{"0570000062", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal},
	{"0570000071", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, emma},  // to be registered with a passport
	{"0570000081", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal}, // these two change their passwords
	{"0570000082", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal},
	{"0570000083", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal}, // these two sign in by code
	{"0570000084", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal},
	{"0570000085", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal}, // these two sign in with other providers
	{"0570000086", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal},
	{"0570000087", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal}, // these two make passkeys
	{"0570000088", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, nawal},
	{"0570000089", linestore.Voice, "hawakom-90", "prepaid", contract.LineActive, hanan}, // this one saves cards
}

// StaffSecret is the secret of every seeded staff member's authenticator app; production has no such person.
const StaffSecret = "DEVELOPMENTSECRETOFSELFCARESTAFF"

// testAccounts sign in with an e-mail address or a number, and Password.
var testAccounts = []user.User{
	{Email: "support@selfcare.example", FirstName: "Support", LastName: "Desk", Roles: []string{"support"}},
	{Email: "supervisor@selfcare.example", FirstName: "Supervisor", LastName: "Desk", Roles: []string{"support"}},
	{Email: "asker@selfcare.example", FirstName: "Asker", LastName: "Desk", Roles: []string{"support"}}, // these two agree on refunds
	{Email: "approver@selfcare.example", FirstName: "Approver", LastName: "Desk", Roles: []string{"support"}},
	{Email: "proposer@selfcare.example", FirstName: "Proposer", LastName: "Desk", Roles: []string{"support"}}, // and these on changes
	{Email: "reviewer@selfcare.example", FirstName: "Reviewer", LastName: "Desk", Roles: []string{"support"}},
	{Email: "dispatcher@selfcare.example", FirstName: "Dispatcher", LastName: "Desk", Roles: []string{"support"}}, // this one opens incidents
	{Email: "newcomer@selfcare.example", FirstName: "Newcomer", LastName: "Desk", Roles: []string{"support"}},
	{Email: "beginner@selfcare.example", FirstName: "Beginner", LastName: "Desk", Roles: []string{"support"}},
	{Email: "operator@selfcare.example", FirstName: "Operator", LastName: "Desk", Roles: []string{"operator"}},
	{Email: "prepaid@selfcare.example", Mobile: "0570000001", FirstName: "Noura", LastName: "Alharbi", FirstNameAr: "نورة", LastNameAr: "الحربي", Roles: []string{"customer"}},
	{Email: "postpaid@selfcare.example", Mobile: "0570000002", FirstName: "Fahad", LastName: "Alotaibi", FirstNameAr: "فهد", LastNameAr: "العتيبي", Roles: []string{"customer"}},
	{Email: "main@selfcare.example", Mobile: "0570000003", FirstName: "Sara", LastName: "Alqahtani", FirstNameAr: "سارة", LastNameAr: "القحطاني", Roles: []string{"customer"}},
	{Email: "buyer@selfcare.example", Mobile: "0570000006", FirstName: "Layla", LastName: "Alghamdi", FirstNameAr: "ليلى", LastNameAr: "الغامدي", Roles: []string{"customer"}},
	{Email: "traveller@selfcare.example", Mobile: "0570000007", FirstName: "Layla", LastName: "Alghamdi", FirstNameAr: "ليلى", LastNameAr: "الغامدي", Roles: []string{"customer"}},
	{Email: "leaver@selfcare.example", Mobile: "0570000021", FirstName: "Reem", LastName: "Aldosari", FirstNameAr: "ريم", LastNameAr: "الدوسري", Roles: []string{"customer"}},
	{Email: "leaver2@selfcare.example", Mobile: "0570000022", FirstName: "Reem", LastName: "Aldosari", FirstNameAr: "ريم", LastNameAr: "الدوسري", Roles: []string{"customer"}},
	{Email: "mover@selfcare.example", Mobile: "0570000023", FirstName: "Reem", LastName: "Aldosari", FirstNameAr: "ريم", LastNameAr: "الدوسري", Roles: []string{"customer"}},
	{Email: "mover2@selfcare.example", Mobile: "0570000024", FirstName: "Reem", LastName: "Aldosari", FirstNameAr: "ريم", LastNameAr: "الدوسري", Roles: []string{"customer"}},
	{Email: "switcher@selfcare.example", Mobile: "0570000025", FirstName: "Reem", LastName: "Aldosari", FirstNameAr: "ريم", LastNameAr: "الدوسري", Roles: []string{"customer"}},
	{Email: "switcher2@selfcare.example", Mobile: "0570000026", FirstName: "Reem", LastName: "Aldosari", FirstNameAr: "ريم", LastNameAr: "الدوسري", Roles: []string{"customer"}},
	{Email: "short@selfcare.example", Mobile: "0570000027", FirstName: "Reem", LastName: "Aldosari", FirstNameAr: "ريم", LastNameAr: "الدوسري", Roles: []string{"customer"}},
	{Email: "short2@selfcare.example", Mobile: "0570000028", FirstName: "Reem", LastName: "Aldosari", FirstNameAr: "ريم", LastNameAr: "الدوسري", Roles: []string{"customer"}},
	{Email: "giver@selfcare.example", Mobile: "0570000031", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "giver2@selfcare.example", Mobile: "0570000032", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "payer@selfcare.example", Mobile: "0570000033", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "payer2@selfcare.example", Mobile: "0570000034", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "saver@selfcare.example", Mobile: "0570000035", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "saver2@selfcare.example", Mobile: "0570000036", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "listener@selfcare.example", Mobile: "0570000041", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "listener2@selfcare.example", Mobile: "0570000042", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "player@selfcare.example", Mobile: "0570000043", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "player2@selfcare.example", Mobile: "0570000044", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "renewer@selfcare.example", Mobile: "0570000045", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "renewer2@selfcare.example", Mobile: "0570000046", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "billed@selfcare.example", Mobile: "0570000047", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "billed2@selfcare.example", Mobile: "0570000048", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "bundler@selfcare.example", Mobile: "0570000051", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "bundler2@selfcare.example", Mobile: "0570000052", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "caller@selfcare.example", Mobile: "0570000063", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "caller2@selfcare.example", Mobile: "0570000064", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "settings@selfcare.example", Mobile: "0570000061", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "settings2@selfcare.example", Mobile: "0570000062", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "changer@selfcare.example", Mobile: "0570000081", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "changer2@selfcare.example", Mobile: "0570000082", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "coder@selfcare.example", Mobile: "0570000083", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "coder2@selfcare.example", Mobile: "0570000084", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "linker@selfcare.example", Mobile: "0570000085", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "linker2@selfcare.example", Mobile: "0570000086", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "keyholder@selfcare.example", Mobile: "0570000087", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "keyholder2@selfcare.example", Mobile: "0570000088", FirstName: "Nawal", LastName: "Alzahrani", FirstNameAr: "نوال", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "cardholder@selfcare.example", Mobile: "0570000089", FirstName: "Hanan", LastName: "Alzahrani", FirstNameAr: "حنان", LastNameAr: "الزهراني", Roles: []string{"customer"}},
	{Email: "data@selfcare.example", Mobile: "830000000001", FirstName: "Ravi", LastName: "Kumar", FirstNameAr: "رافي", LastNameAr: "كومار", Roles: []string{"customer"}},
}

// testSubAccounts belong to 0570000003: one with all permissions, one with few, one with none.
var testSubAccounts = []struct {
	msisdn string
	names  subaccount.Subscription
}{
	{"0570000004", subaccount.Subscription{Nickname: "Home", Email: "home@selfcare.example"}},
	{"0570000005", subaccount.Subscription{Nickname: "Driver", Email: "driver@selfcare.example", Access: []string{"history", "history_usage_calls"}}},
	{"830000000002", subaccount.Subscription{Nickname: "Tablet", Email: "tablet@selfcare.example", Access: []string{}}},
}

// daysInService is the age of these lines in days: longer than usage may be late.
const daysInService = 120

func seedLines(ctx context.Context, s *store.Store) error {
	for i, l := range testLines {
		id, err := s.Lines.Add(ctx, linestore.Line{
			MSISDN: l.msisdn, Kind: l.kind, PlanID: l.plan, Type: l.subscription, Person: l.owner,
			Condition: line.Condition{Status: l.status},
			Contact:   contract.Contact{FullName: l.owner.FullNameEn, Email: "contact@selfcare.example", Mobile: "0551234567"},
		}, time.Now().AddDate(0, 0, -daysInService))
		if err != nil {
			return err
		}
		if err := seedPrimarySIM(ctx, s, id, inService+i); err != nil {
			return err
		}
	}
	return nil
}

func seedAccounts(ctx context.Context, s *store.Store) error {
	for _, a := range testAccounts {
		known, err := s.Users.EmailTaken(ctx, a.Email)
		if err != nil {
			return err
		}
		if known {
			continue
		}
		if err := register(ctx, s, a); err != nil {
			return fmt.Errorf("%s: %w", a.Email, err)
		}
	}
	return nil
}

// newcomers have no authenticator app yet.
var newcomers = []string{"newcomer@selfcare.example", "beginner@selfcare.example"}

// seedSecondFactors sets up the authenticator apps of staff, also of staff from before there were apps.
func seedSecondFactors(ctx context.Context, s *store.Store) error {
	for _, a := range testAccounts {
		if !permission.WorksForUs(a.Roles) || slices.Contains(newcomers, a.Email) {
			continue
		}
		users, err := s.Users.ByEmail(ctx, a.Email)
		if err != nil || len(users) == 0 {
			return err
		}
		err = s.SecondFactors.Begin(ctx, users[0].ID, StaffSecret)
		if errors.Is(err, storeerrors.ErrConflict) {
			continue // already set up
		}
		if err != nil {
			return err
		}
		begun, err := s.SecondFactors.Of(ctx, users[0].ID)
		if err != nil {
			return err
		}
		if err := s.SecondFactors.Confirm(ctx, users[0].ID, begun.BegunAt, 0, nil); err != nil {
			return err
		}
	}
	return nil
}

// passwordHash is computed once: all test accounts have the same password, and a hash costs tens of milliseconds.
var passwordHash = sync.OnceValue(func() string { return password.Hash(Password) })

func register(ctx context.Context, s *store.Store, a user.User) error {
	a.PasswordHash, a.EmailConfirmed = passwordHash(), true
	var owned linestore.Line
	if a.Mobile != "" {
		var err error
		if owned, err = s.Lines.ByNumber(ctx, a.Mobile); err != nil {
			return err
		}
	}
	_, err := s.Users.Register(ctx, a, owned.ID)
	return err
}

func seedSubAccounts(ctx context.Context, s *store.Store) error {
	main, err := s.Users.ByMobile(ctx, "0570000003")
	if err != nil {
		return err
	}
	for _, sub := range testSubAccounts {
		owned, err := s.Lines.ByNumber(ctx, sub.msisdn)
		if err != nil {
			return err
		}
		sub.names.LineID = owned.ID
		if _, err := s.Subscriptions.Subscribe(ctx, main.ID, sub.names); err != nil && !errors.Is(err, storeerrors.ErrConflict) {
			return err
		}
	}
	return nil
}
