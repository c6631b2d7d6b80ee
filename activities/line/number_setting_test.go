package line_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	lineacts "selfcare/activities/line"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/domain/numbersetting"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/lineholder"
)

const (
	stranger = "966512345678"
	egypt    = "EG"
)

// settingRig is a line whose settings are changed.
type settingRig struct {
	*fixture.Shop
	line  linestore.Line
	lines *lineacts.Activities
	asks  int
}

func newSettingRig(t *testing.T) *settingRig {
	s := fixture.NewShop(t)
	s.Exec("INSERT INTO countries (code, name_en, name_ar, dial_code, minute, sms) VALUES ('EG', 'Egypt', 'مصر', '+20', 100, 50) ON CONFLICT DO NOTHING")
	return &settingRig{Shop: s, line: s.InService(fixture.NumberA), lines: lineacts.New(s.Store)}
}

func (r *settingRig) asked(kind contract.SettingKind, item, value string) contract.SettingChangeAt {
	r.asks++ // one after the other
	return contract.SettingChangeAt{At: fixture.At(fixture.Now.Add(time.Duration(r.asks) * time.Second)), Change: contract.SettingChange{
		ID: uuid.NewString(), LineID: r.line.ID, UserID: uuid.NewString(), Kind: kind, Item: item, Value: value,
	}}
}

// takes makes a change with the given answer of the network.
func (r *settingRig) takes(in contract.SettingChangeAt, refused contract.Code) {
	begun, err := r.lines.BeginSetting(ctx, in)
	require.NoError(r.T, err)
	in.Change = begun.Change
	in.Change.Stage, in.Change.Refused = contract.SettingDone, refused
	if refused != "" {
		in.Change.Stage = contract.SettingRefused
	}
	for range 2 {
		require.NoError(r.T, r.lines.RecordSetting(ctx, in))
	}
}

func (r *settingRig) set() (all []numbersetting.Set) {
	set, err := r.Store.NumberSettings.OfLine(ctx, r.line.ID)
	require.NoError(r.T, err)
	for _, one := range set {
		all = append(all, one.Set)
	}
	return all
}

func TestSetting_Change_ClaimedAndKept(t *testing.T) {
	r := newSettingRig(t)
	in := r.asked(contract.SettingNumber, stranger, contract.SettingOn)
	for range 2 {
		begun, err := r.lines.BeginSetting(ctx, in)
		require.NoError(t, err)
		require.Equal(t, contract.FeatureOrder{
			Key: in.Change.ID, MSISDN: fixture.NumberA, Kind: contract.SettingNumber, Item: stranger, Value: contract.SettingOn,
		}, begun.Order)
		require.Equal(t, contract.SettingPending, begun.Change.Stage)
	}
	_, err := r.lines.BeginSetting(ctx, r.asked(contract.SettingLanguage, "", "ur"))
	fixture.RequireRefusal(t, err, contract.FailLineBusyNow)
	require.Empty(t, r.set(), "nothing is set before the network took it")
	r.takes(in, "")
	require.Equal(t, []numbersetting.Set{{Kind: contract.SettingNumber, Item: stranger, Value: contract.SettingOn}}, r.set())
	_, err = r.Store.Lines.ClaimOf(ctx, r.line.ID)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)

	begun, err := r.lines.BeginSetting(ctx, in)
	require.NoError(t, err, "asked for again it is answered as it ended")
	require.Equal(t, contract.SettingDone, begun.Change.Stage)
	var plain int
	require.NoError(t, r.DB.NewRaw("SELECT count(*) FROM line_settings WHERE position(?::bytea IN number) > 0", []byte(stranger)).Scan(ctx, &plain))
	require.Zero(t, plain, "the number is encrypted")
}

func TestSetting_NetworkRefuses_StaysUnchanged(t *testing.T) {
	r := newSettingRig(t)
	r.takes(r.asked(contract.SettingService, numbersetting.Roaming, contract.SettingOff), "")
	r.takes(r.asked(contract.SettingService, numbersetting.Roaming, contract.SettingOn), contract.FailSettingRefused)
	require.Equal(t, []numbersetting.Set{{Kind: contract.SettingService, Item: numbersetting.Roaming, Value: contract.SettingOff}}, r.set())
	_, err := r.Store.Lines.ClaimOf(ctx, r.line.ID)
	require.ErrorIs(t, err, storeerrors.ErrNotFound, "the line is free again")
	last, found, err := r.Store.NumberSettings.Last(ctx, r.line.ID)
	require.NoError(t, err)
	require.True(t, found)
	require.Equal(t, contract.SettingRefused, last.Stage)
}

func TestSetting_Impossible_IsRefused(t *testing.T) {
	r := newSettingRig(t)
	r.Set("maxBlockedNumbers", "1")
	r.takes(r.asked(contract.SettingNumber, stranger, contract.SettingOn), "")
	r.takes(r.asked(contract.SettingCountry, egypt, contract.SettingOn), "")
	for want, in := range map[contract.Code]contract.SettingChangeAt{
		contract.FailBlockedAlready:   r.asked(contract.SettingNumber, stranger, contract.SettingOn),
		contract.FailBlocksTooMany:    r.asked(contract.SettingNumber, "201234567890", contract.SettingOn),
		contract.FailBlockedNot:       r.asked(contract.SettingNumber, "201234567890", contract.SettingOff),
		contract.FailCountryAlready:   r.asked(contract.SettingCountry, egypt, contract.SettingOn),
		contract.FailCountryNot:       r.asked(contract.SettingCountry, "IN", contract.SettingOff),
		contract.FailOfferOfNoCountry: r.asked(contract.SettingCountry, "XX", contract.SettingOn),
	} {
		_, err := r.lines.BeginSetting(ctx, in)
		fixture.RequireRefusal(t, err, want)
		_, err = r.Store.Lines.ClaimOf(ctx, r.line.ID)
		require.ErrorIs(t, err, storeerrors.ErrNotFound, "a refusal claims nothing")
	}
	r.takes(r.asked(contract.SettingNumber, stranger, contract.SettingOff), "")
	r.takes(r.asked(contract.SettingCountry, egypt, contract.SettingOff), "")
	require.Empty(t, r.set())
}

func TestSetting_LineBusy_IsRefused(t *testing.T) {
	for want, statement := range map[contract.Code]string{
		contract.FailLineBlocked:          "UPDATE lines SET status = 'blocked'",
		contract.FailNumberAbsent:         "UPDATE lines SET status = 'ended'",
		contract.FailLineSuspendedByOwner: "UPDATE lines SET suspended_since = now()",
		contract.FailLineGuarded:          "UPDATE lines SET guarded_until = '2100-01-01'",

		contract.FailSettingDataLine: "UPDATE lines SET kind = 'data', msisdn = '8300' || substr(msisdn, 3)",
	} {
		t.Run(string(want), func(t *testing.T) {
			r := newSettingRig(t)
			r.Exec(statement)
			_, err := r.lines.BeginSetting(ctx, r.asked(contract.SettingService, numbersetting.Voicemail, contract.SettingOff))
			fixture.RequireRefusal(t, err, want)
		})
	}
}

// The database itself refuses two simultaneous changes of a line, and a number in clear.
func TestSetting_Database_KeepsItsRules(t *testing.T) {
	r := newSettingRig(t)
	insert := "INSERT INTO line_setting_changes (id, line_id, user_id, kind, item, value, stage, requested_at) VALUES (?, ?, ?, 'service', 'gprs', 'on', 'pending', ?)"
	r.Exec(insert, uuid.NewString(), r.line.ID, uuid.NewString(), time.Now())
	for name, statement := range map[string]string{
		"two at a time":     "INSERT INTO line_setting_changes (id, line_id, user_id, kind, item, value, stage, requested_at) SELECT gen_random_uuid(), line_id, user_id, kind, item, value, stage, requested_at FROM line_setting_changes",
		"no reason":         "UPDATE line_setting_changes SET stage = 'refused', ended_at = now()",
		"no end":            "UPDATE line_setting_changes SET stage = 'done'",
		"a number in clear": "INSERT INTO line_settings (line_id, kind, item, value, changed_at) SELECT line_id, 'number', '966512345678', 'on', now() FROM line_setting_changes",
		"another service":   "INSERT INTO line_settings (line_id, kind, item, value, changed_at) SELECT line_id, 'service', 'fax', 'on', now() FROM line_setting_changes",
		"another language":  "INSERT INTO line_settings (line_id, kind, item, value, changed_at) SELECT line_id, 'language', '', 'fr', now() FROM line_setting_changes",
	} {
		_, err := r.DB.NewRaw(statement).Exec(ctx)
		require.Error(t, err, name)
	}
}

// The language of a line applies to all messages to its holders.
func TestSetting_Language_IsUsedForMessages(t *testing.T) {
	s := fixture.NewShop(t)
	l := s.InService(fixture.NumberA)
	r := &settingRig{Shop: s, line: l, lines: lineacts.New(s.Store)}
	r.takes(r.asked(contract.SettingLanguage, "", "ur"), "")
	language, err := s.Store.Lines.Language(ctx, l.ID)
	require.NoError(t, err)
	require.Equal(t, "ur", language)
	require.NoError(t, s.Store.InTx(ctx, func(q *store.Tx) error {
		notices, err := lineholder.Notices(ctx, q, l.ID, contract.Notice{Key: "k", Template: "sim-deactivated", Language: "en"})
		require.NotEmpty(t, notices)
		for _, notice := range notices {
			require.Equal(t, "ur", notice.Language, "not that of the request")
		}
		return err
	}))
	r.takes(r.asked(contract.SettingLanguage, "", "hi"), "")
	language, err = s.Store.Lines.Language(ctx, l.ID)
	require.NoError(t, err)
	require.Equal(t, "en", language, "we have no texts in it, and say so where it is chosen")
}
