package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/order"
)

func TestAcceptPerson_Valid_KeepsPerson(t *testing.T) {
	for idNumber, nationality := range map[string]string{citizenID: "SA", residentID: "EG"} {
		t.Run(nationality, func(t *testing.T) {
			s := newShop(t)
			o := s.Opened(numberA)
			accepted := s.Twice(func() (contract.Order, error) { return s.Orders.AcceptPerson(ctx, o, found(idNumber, nationality)) })
			require.Equal(t, &contract.Person{
				IDNumber: idNumber, Nationality: nationality, BirthDate: "1990-01-01",
				FullNameEn: "Noura Alharbi", FullNameAr: "نورة الحربي",
			}, accepted.Person)
			require.Equal(t, []string{"eligibility.checked"}, s.LastEvents(o.ID, 1))
			require.NotContains(t, s.Written(), idNumber, "an ID number is stored encrypted and hashed")
		})
	}
}

func TestAcceptPerson_HijriDate_KeepsBothDates(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	in := found(citizenID, "SA")
	in.Claim.BirthDate, in.Claim.BirthDateCalendar = "1410-10-22", contract.CalendarHijri
	accepted := s.Twice(func() (contract.Order, error) { return s.Orders.AcceptPerson(ctx, o, in) })
	require.Equal(t, "1990-05-17", accepted.Person.BirthDate)
	require.Equal(t, "1410-10-22", accepted.Person.BirthDateHijri)
	require.NotContains(t, s.Written(), "1410-10-22", "a birth date is stored encrypted")
}

func TestAcceptPerson_InvalidClaim_IsRefused(t *testing.T) {
	young := calendar.Date(now.AddDate(-18, 0, 1))
	for name, test := range map[string]struct {
		claim contract.EligibilityClaim
		code  contract.Code
		path  string
	}{
		"a day too young":         {contract.EligibilityClaim{IDNumber: citizenID, Nationality: "SA", BirthDate: young}, contract.FailUnderage, "birthDate"},
		"birth date ahead":        {contract.EligibilityClaim{IDNumber: citizenID, Nationality: "SA", BirthDate: "2199-01-01"}, contract.FailBirthDateInvalid, "birthDate"},
		"wrong check digit":       {contract.EligibilityClaim{IDNumber: "1000000001", Nationality: "SA", BirthDate: "1990-01-01"}, contract.FailIDChecksum, "idNumber"},
		"border number":           {contract.EligibilityClaim{IDNumber: "3000000004", Nationality: "EG", BirthDate: "1990-01-01"}, contract.FailDocumentNotAccepted, "idNumber"},
		"citizen's ID, foreigner": {contract.EligibilityClaim{IDNumber: citizenID, Nationality: "EG", BirthDate: "1990-01-01"}, contract.FailNationalityMismatch, "nationality"},
		"Iqama, citizen":          {contract.EligibilityClaim{IDNumber: residentID, Nationality: "SA", BirthDate: "1990-01-01"}, contract.FailNationalityMismatch, "nationality"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t)
			o := s.Opened(numberA)
			in := found(citizenID, "SA")
			in.Claim = test.claim
			s.Refuses(func() (contract.Order, error) { return s.Orders.AcceptPerson(ctx, o, in) }, test.code, test.path)
		})
	}
}

func TestAcceptPerson_AgeLimit_IsASetting(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	in := found(citizenID, "SA")
	in.Claim.BirthDate = now.AddDate(-20, 0, 0).Format("2006-01-02")
	s.Set("minAge", "21")
	s.Refuses(func() (contract.Order, error) { return s.Orders.AcceptPerson(ctx, o, in) }, contract.FailUnderage, "birthDate")
	s.Set("minAge", "20")
	s.Twice(func() (contract.Order, error) { return s.Orders.AcceptPerson(ctx, o, in) })
}

func TestAcceptPerson_CheckDigit_IsASetting(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	s.Set("checkIdChecksum", "false")
	s.Twice(func() (contract.Order, error) { return s.Orders.AcceptPerson(ctx, o, found("1000000001", "SA")) })
}

// requireBarred accepts a person: one who gets no line is told only after proving their identity.
func requireBarred(t *testing.T, s *shop, o contract.Order, in contract.PersonFound, code contract.Code) {
	t.Helper()
	accepted := s.Twice(func() (contract.Order, error) { return s.Orders.AcceptPerson(ctx, o, in) })
	require.Equal(t, code, accepted.Person.Barred)
	accepted.Plan = &contract.Plan{ID: "hawakom-90"} // of the step before
	require.Equal(t, contract.StepIdentityValidation, order.Next(accepted))
	require.NoError(t, order.ValidateStep(accepted, contract.StepIdentityValidation))

	accepted.Identity = &contract.Identity{Purpose: contract.PurposeOrder, Status: contract.IdentityCompleted}
	err := order.ValidateStep(accepted, contract.StepUserInformation)
	if code == "" {
		require.NoError(t, err)
		return
	}
	require.Equal(t, contract.Refuse(code), err)
	_, err = order.IdentityPurpose(accepted, 5)
	require.Equal(t, contract.Refuse(code), err, "no push proves more")
}

func TestAcceptPerson_BlockedID_BarredSilently(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	byRegistry := found(citizenID, "SA")
	byRegistry.Blocked = true
	requireBarred(t, s, o, byRegistry, contract.FailIDBlocked)

	s.Exec("INSERT INTO blocked_ids (id_hash, reason) VALUES (?, 'fraud')", s.Keys.Hash(residentID))
	requireBarred(t, s, s.Opened(numberB), found(residentID, "EG"), contract.FailIDBlocked)
}

func TestAcceptPerson_SIMLimit_IsKept(t *testing.T) {
	for name, test := range map[string]struct {
		idNumber, nationality string
		limit                 int
	}{
		"citizen":  {citizenID, "SA", 10},
		"resident": {residentID, "EG", 2},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t)
			o := s.Opened(numberA)
			in := found(test.idNumber, test.nationality)
			in.SIMCount = test.limit
			requireBarred(t, s, o, in, contract.FailMaxSIMs)
			in.SIMCount = test.limit - 1
			requireBarred(t, s, s.Opened(numberB), in, "")
		})
	}
}

func TestAcceptPerson_OurCount_AddsToRegistry(t *testing.T) {
	for name, way := range map[string]func(*shop) contract.Order{
		"a paid order": func(s *shop) contract.Order { return s.Paid(numberA) },
		"a line":       func(s *shop) contract.Order { return s.Active(numberA) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t)
			s.Set("maxSimsPerCitizen", "1")
			way(s)
			o := s.Opened(numberB)
			requireBarred(t, s, o, found(citizenID, "SA"), contract.FailMaxSIMs)
		})
	}
}

func TestAcceptPerson_UnpaidOrder_DoesNotCount(t *testing.T) {
	s := newShop(t)
	s.Set("maxSimsPerCitizen", "1")
	s.Confirmed(numberA)
	o := s.Opened(numberB)
	s.Twice(func() (contract.Order, error) { return s.Orders.AcceptPerson(ctx, o, found(citizenID, "SA")) })
}

func TestAcceptPerson_OtherID_NeedsNewProof(t *testing.T) {
	s := newShop(t)
	o := s.Confirmed(numberA)
	same := s.Twice(func() (contract.Order, error) { return s.Orders.AcceptPerson(ctx, o, found(citizenID, "SA")) })
	require.Equal(t, o.Identity, same.Identity)
	other := s.Twice(func() (contract.Order, error) { return s.Orders.AcceptPerson(ctx, same, found(residentID, "EG")) })
	require.Nil(t, other.Identity)
	require.Equal(t, contract.StepIdentityValidation, other.Step)
}
