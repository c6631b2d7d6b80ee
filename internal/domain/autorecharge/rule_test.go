package autorecharge_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/autorecharge"
	"selfcare/internal/domain/calendar"
)

var figures = autorecharge.Figures{Hour: 9, RetryDays: []int{1, 3}, CatchUp: 24 * time.Hour, Challenge: 24 * time.Hour}

func weekly(day time.Weekday) contract.AutoRecharge {
	return contract.AutoRecharge{Frequency: contract.AutoWeekly, Weekday: day, Hour: 9}
}

func monthly(day int) contract.AutoRecharge {
	return contract.AutoRecharge{Frequency: contract.AutoMonthly, Day: day, Hour: 9}
}

func riyadh(t *testing.T, written string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", written, calendar.Riyadh)
	require.NoError(t, err)
	return at
}

func TestNext_Rule_IsFirstDueMoment(t *testing.T) {
	tests := map[string]struct {
		rule        contract.AutoRecharge
		after, next string
	}{
		"later today":                         {weekly(time.Wednesday), "2026-11-25 08:59", "2026-11-25 09:00"},
		"not the same moment again":           {weekly(time.Wednesday), "2026-11-25 09:00", "2026-12-02 09:00"},
		"over the end of a week":              {weekly(time.Sunday), "2026-11-25 12:00", "2026-11-29 09:00"},
		"over the end of a year":              {weekly(time.Saturday), "2026-12-31 12:00", "2027-01-02 09:00"},
		"later this month":                    {monthly(27), "2026-11-25 12:00", "2026-11-27 09:00"},
		"next month":                          {monthly(25), "2026-11-25 12:00", "2026-12-25 09:00"},
		"the 31st of a month of thirty days":  {monthly(31), "2026-11-25 12:00", "2026-11-30 09:00"},
		"the 31st of February":                {monthly(31), "2027-01-31 09:00", "2027-02-28 09:00"},
		"the 29th of February in a leap year": {monthly(29), "2028-01-29 09:00", "2028-02-29 09:00"},
		"the 31st after February":             {monthly(31), "2027-02-28 09:00", "2027-03-31 09:00"},
		"the first after the 31st":            {monthly(1), "2026-12-31 23:00", "2027-01-01 09:00"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, riyadh(t, test.next), autorecharge.Next(test.rule, riyadh(t, test.after)))
		})
	}
}

func TestNext_OtherTimeZone_IsTheSame(t *testing.T) {
	asked := riyadh(t, "2026-12-01 01:00") // still November in UTC
	require.Equal(t, riyadh(t, "2026-12-01 09:00"), autorecharge.Next(monthly(1), asked.UTC()))
}

func rules(t *rapid.T) contract.AutoRecharge {
	hour := rapid.IntRange(0, 23).Draw(t, "hour")
	rule := monthly(rapid.IntRange(1, 31).Draw(t, "day"))
	if rapid.Bool().Draw(t, "weekly") {
		rule = weekly(time.Weekday(rapid.IntRange(0, 6).Draw(t, "weekday")))
	}
	rule.Hour = hour
	return rule
}

func moments(t *rapid.T) time.Time {
	return time.Unix(rapid.Int64Range(1_700_000_000, 2_000_000_000).Draw(t, "moment"), 0)
}

func TestNext_EachPeriod_HasOneDate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule, at := rules(t), moments(t)
		for range 30 {
			next := autorecharge.Next(rule, at)
			require.True(t, next.After(at))
			require.Equal(t, rule.Hour, next.Hour())
			if rule.Frequency == contract.AutoWeekly {
				require.Equal(t, rule.Weekday, next.Weekday())
				require.LessOrEqual(t, next.Sub(at), 7*24*time.Hour)
			} else {
				last := next.AddDate(0, 0, 1).Day() == 1
				require.True(t, next.Day() == rule.Day || last && rule.Day > next.Day(), next)
			}
			again, due := autorecharge.Due(rule, next)
			require.True(t, due)
			require.Equal(t, next, again)
			at = next
		}
	})
}

func TestNext_MonthlyRule_ComesOnceAMonth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := autorecharge.Next(monthly(rapid.IntRange(1, 31).Draw(t, "day")), moments(t))
		rule := monthly(rapid.IntRange(1, 31).Draw(t, "day"))
		first := autorecharge.Next(rule, at)
		second := autorecharge.Next(rule, first)
		require.Equal(t, (first.Month()%12)+1, second.Month())
	})
}

func TestDue_NewRule_IsNotDueBefore(t *testing.T) {
	rule := monthly(25)
	rule.Since = riyadh(t, "2026-11-25 09:01")
	_, due := autorecharge.Due(rule, riyadh(t, "2026-11-25 12:00"))
	require.False(t, due, "made after the hour: the next month is the first one")
	at, due := autorecharge.Due(rule, riyadh(t, "2026-12-25 00:00"))
	require.True(t, due)
	require.Equal(t, riyadh(t, "2026-12-25 09:00"), at)
	_, due = autorecharge.Due(rule, riyadh(t, "2026-12-24 23:59"))
	require.False(t, due)
}

func TestNextLook_Rule_IsNoticeThenDate(t *testing.T) {
	tests := map[string]struct {
		rule        contract.AutoRecharge
		after, next string
	}{
		"the notice":                     {monthly(31), "2026-11-28 09:00", "2026-11-29 09:00"},
		"the date":                       {monthly(31), "2026-11-29 09:00", "2026-11-30 09:00"},
		"the next notice":                {monthly(31), "2026-11-30 09:00", "2026-12-30 09:00"},
		"between notice and date":        {weekly(time.Sunday), "2026-11-28 12:00", "2026-11-29 09:00"},
		"the notice in the month before": {monthly(1), "2027-02-01 09:00", "2027-02-28 09:00"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, riyadh(t, test.next), autorecharge.NextLook(test.rule, riyadh(t, test.after)))
		})
	}
}

func TestFirstLook_DateAtBegin_IsDate(t *testing.T) {
	rule := weekly(time.Sunday)
	rule.Since = riyadh(t, "2026-11-29 09:00")
	require.Equal(t, rule.Since, autorecharge.FirstLook(rule))
	rule.Since = rule.Since.Add(time.Millisecond)
	require.Equal(t, riyadh(t, "2026-12-05 09:00"), autorecharge.FirstLook(rule))
}

// Each date is announced and comes by looks alone, and the customer has a whole day.
func TestNextLook_EachDate_IsFoundOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule, at := rules(t), moments(t)
		rule.Since = at
		for range 24 {
			due := autorecharge.Next(rule, at)
			notice := autorecharge.NextLook(rule, at)
			if !notice.Equal(due) {
				announced, told := autorecharge.Announced(rule, notice)
				require.True(t, told)
				require.Equal(t, due, announced)
				require.Equal(t, 24*time.Hour, due.Sub(notice))
				require.Equal(t, due, autorecharge.NextLook(rule, notice))
			}
			found, pending := autorecharge.Pending(rule, time.Time{}, due, figures)
			require.True(t, pending)
			require.Equal(t, due, found)
			at = due
		}
	})
}

func TestAnnounced_Moment_IsFromNoticeToDate(t *testing.T) {
	rule := monthly(1)
	rule.Since = riyadh(t, "2027-01-01 12:00")
	tests := map[string]struct {
		since, now string
		announced  bool
	}{
		"before the notice":            {"2027-01-01 12:00", "2027-02-28 08:59", false},
		"at the notice":                {"2027-01-01 12:00", "2027-02-28 09:00", true},
		"late":                         {"2027-01-01 12:00", "2027-03-01 08:59", true},
		"at the date":                  {"2027-01-01 12:00", "2027-03-01 09:00", false},
		"a rule from after the notice": {"2027-02-28 09:01", "2027-02-28 10:00", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			rule.Since = riyadh(t, test.since)
			_, announced := autorecharge.Announced(rule, riyadh(t, test.now))
			require.Equal(t, test.announced, announced)
		})
	}
}

func TestPending_Dates_OnlyThoseToMakeUpFor(t *testing.T) {
	rule := weekly(time.Sunday) // 15, 22, 29 November
	tests := map[string]struct {
		since, now, due string
		catchUp         time.Duration
	}{
		"at the date":           {"2026-11-01 12:00", "2026-11-29 09:00", "2026-11-29 09:00", 24 * time.Hour},
		"a day late":            {"2026-11-01 12:00", "2026-11-30 09:00", "2026-11-29 09:00", 24 * time.Hour},
		"later":                 {"2026-11-01 12:00", "2026-11-30 09:01", "", 24 * time.Hour},
		"before it":             {"2026-11-01 12:00", "2026-11-29 08:59", "", 24 * time.Hour},
		"of a newer rule":       {"2026-11-29 09:01", "2026-11-29 12:00", "", 24 * time.Hour},
		"several: the first":    {"2026-11-01 12:00", "2026-11-29 12:00", "2026-11-15 09:00", 15 * 24 * time.Hour},
		"since the rule begins": {"2026-11-20 12:00", "2026-11-29 12:00", "2026-11-22 09:00", 15 * 24 * time.Hour},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			rule.Since = riyadh(t, test.since)
			f := figures
			f.CatchUp = test.catchUp
			due, pending := autorecharge.Pending(rule, time.Time{}, riyadh(t, test.now), f)
			require.Equal(t, test.due != "", pending)
			if pending {
				require.Equal(t, riyadh(t, test.due), due)
			}
		})
	}
}

func TestMissed_OldDates_AreListed(t *testing.T) {
	rule := weekly(time.Sunday) // 1, 8, 15, 22 November
	rule.Since = riyadh(t, "2026-10-30 12:00")
	tests := map[string]struct {
		known, now string
		missed     int
	}{
		"none":                               {"2026-11-15 09:00", "2026-11-22 09:00", 0},
		"one day late is made up for":        {"2026-11-15 09:00", "2026-11-23 09:00", 0},
		"a later date is missed":             {"2026-11-15 09:00", "2026-11-23 09:01", 1},
		"a month without us":                 {"2026-10-25 09:00", "2026-11-29 09:00", 4},
		"nothing from before it was ordered": {"2026-01-04 09:00", "2026-11-10 09:00", 2},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			require.Len(t, autorecharge.Missed(rule, riyadh(t, test.known), riyadh(t, test.now), figures), test.missed)
		})
	}
}

func TestValidateDay_OtherFrequency_IsRefused(t *testing.T) {
	three := 3
	tests := map[string]struct {
		frequency    contract.AutoFrequency
		weekday, day *int
		field        string
	}{
		"weekly":                 {contract.AutoWeekly, &three, nil, ""},
		"monthly":                {contract.AutoMonthly, nil, &three, ""},
		"weekly without one":     {contract.AutoWeekly, nil, nil, "weekday"},
		"weekly with a day":      {contract.AutoWeekly, &three, &three, "weekday"},
		"monthly with a weekday": {contract.AutoMonthly, &three, nil, "day"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			err := autorecharge.ValidateDay(test.frequency, test.weekday, test.day)
			if test.field == "" {
				require.NoError(t, err)
				return
			}
			require.Equal(t, contract.RefuseField(test.field, contract.FailAutoRechargeDay), err)
		})
	}
}

func TestValidateCard_ExpiresBefore_IsRefused(t *testing.T) {
	require.NoError(t, autorecharge.ValidateCard(12, 2026, riyadh(t, "2026-12-31 23:59")))
	err := autorecharge.ValidateCard(12, 2026, riyadh(t, "2027-01-01 00:00"))
	require.Equal(t, contract.RefuseField("cardId", contract.FailAutoRechargeCardExpires), err)
}

func TestKept_InvalidFigures_IsFalse(t *testing.T) {
	tests := map[string]struct {
		hour  int
		retry []int
		kept  bool
	}{
		"the default":                 {9, []int{1, 3}, true},
		"never again":                 {0, nil, true},
		"into the next week's notice": {9, []int{1, 6}, false},
		"twice on one day":            {9, []int{1, 1}, false},
		"on the day itself":           {9, []int{0}, false},
		"no hour":                     {24, nil, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, test.kept, autorecharge.Figures{Hour: test.hour, RetryDays: test.retry}.IsConsistent())
		})
	}
}

func TestAfter_Declined_RetriesThenFails(t *testing.T) {
	due := riyadh(t, "2026-11-25 09:00")
	tests := map[string]struct {
		try      int
		code     contract.Code
		declined string
		stage    contract.AutoStage
		next     string
	}{
		"a first no":                     {1, contract.FailPaymentDeclined, "insufficient_funds", contract.AutoWaiting, "2026-11-26 09:00"},
		"a second no":                    {2, contract.FailPaymentDeclined, "do_not_honor", contract.AutoWaiting, "2026-11-28 09:00"},
		"a third no":                     {3, contract.FailPaymentDeclined, "do_not_honor", contract.AutoFailed, ""},
		"the bank's page was not passed": {1, contract.FailPaymentAbandoned, "", contract.AutoWaiting, "2026-11-26 09:00"},
		"a line that rests":              {1, contract.FailLineBlocked, "", contract.AutoWaiting, "2026-11-26 09:00"},
		"a stolen card":                  {1, contract.FailPaymentDeclined, "stolen_card", contract.AutoFailed, ""},
		"a deleted card":                 {1, contract.FailCardUnknown, "", contract.AutoFailed, ""},
		"a line that became postpaid":    {1, contract.FailRechargePostpaid, "", contract.AutoFailed, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			run := autorecharge.After(contract.AutoRun{Due: due, Try: test.try, Stage: contract.AutoTrying}, test.code, test.declined, figures)
			require.Equal(t, test.stage, run.Stage)
			require.Equal(t, test.code, run.Code)
			if test.next == "" {
				require.Zero(t, run.NextTry)
				return
			}
			require.Equal(t, riyadh(t, test.next), run.NextTry)
		})
	}
}

func TestAfter_LastRetry_PrecedesNextNotice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule, at := rules(t), moments(t)
		due := autorecharge.Next(rule, at)
		notice := autorecharge.Next(rule, due).AddDate(0, 0, -1)
		f := autorecharge.Figures{RetryDays: []int{autorecharge.LatestRetry}}
		run := autorecharge.After(contract.AutoRun{Due: due, Try: 1}, contract.FailPaymentDeclined, "", f)
		require.True(t, run.NextTry.Before(notice))
	})
}

func TestPausedBecause_EachCode_HasReason(t *testing.T) {
	for code, reason := range map[contract.Code]contract.Code{
		contract.FailPaymentDeclined:  contract.FailAutoRechargeCardFailed,
		contract.FailPaymentAbandoned: contract.FailAutoRechargeCardFailed,
		contract.FailCardUnknown:      contract.FailAutoRechargeCardGone,
		contract.FailCardExpired:      contract.FailAutoRechargeCardExpires,
		contract.FailRechargePostpaid: contract.FailAutoRechargePostpaid,
		contract.FailLineBlocked:      contract.FailLineBlocked,
	} {
		require.Equal(t, reason, autorecharge.PausedBecause(code))
	}
}

func TestNext_ShortMonth_IsTheLastDay(t *testing.T) {
	for day := 28; day <= 31; day++ {
		at := riyadh(t, "2027-01-01 00:00")
		for month := range 24 { // with the February of a leap year
			at = autorecharge.Next(monthly(day), at)
			first := time.Date(2027, time.January+time.Month(month), 1, 9, 0, 0, 0, at.Location())
			last := first.AddDate(0, 1, -1).Day()
			require.Equal(t, first.AddDate(0, 0, min(day, last)-1), at)
		}
	}
}
