package imports_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/bundle"
	"selfcare/internal/domain/imports"
)

func read(t *testing.T, kind, name, text string) (values [][]any, problems error) {
	t.Helper()
	r, err := imports.Open(imports.Kinds[kind], name, strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	for r.Next() {
		row, err := r.Values()
		require.NoError(t, err)
		values = append(values, row)
	}
	require.NoError(t, r.Err())
	return values, r.Problems.Err()
}

func TestReader_EachKind_ReadsItsValues(t *testing.T) {
	riyadh := time.FixedZone("", 3*60*60)
	for name, tt := range map[string]struct {
		kind, name, text string
		want             []any
	}{
		"a class by rule":       {"numbers", "n.csv", "msisdn\n+966 57 777 7777\n", []any{int64(2), "0577777777", "platinum"}},
		"a class of our own":    {"numbers", "n.csv", "category,msisdn\ngold,٠٥٧١٢٣٩٠٤٧\n", []any{int64(2), "0571239047", "gold"}},
		"after a mark of UTF-8": {"number-classes", "n.csv", "\xef\xbb\xbfkey,price\nsilver,150.5\n", []any{int64(2), "silver", int64(15050), int64(1)}},
		"a card":                {"sim-cards", "s.csv", "iccid,puk1\r\n8996605900000000019,48151623\r\n", []any{int64(2), "8996605900000000019", "48151623"}},
		"after a broken line":   {"cities", "c.csv", "key,name_en,name_ar,position\nAFIF,\"Afif\n\",عفيف,3\nabha, Abha ,أبها,4\n", []any{int64(4), "abha", "Abha", "أبها", int64(4), nil, nil}},
		"as YAML": {"promo-codes", "p.yaml", "- code: EID27\n  percent: 20\n  kinds: [sim, esim]\n  starts_at: 2027-03-09\n  ends_at: 2027-03-25\n", []any{
			int64(1), "EID27", int64(20), int64(0), []string{"sim", "esim"}, nil, time.Date(2027, 3, 9, 0, 0, 0, 0, riyadh), time.Date(2027, 3, 26, 0, 0, 0, 0, riyadh), nil, nil,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			values, _ := read(t, tt.kind, tt.name, tt.text)
			require.Len(t, values, 1)
			require.Len(t, values[0], len(tt.want))
			for i, want := range tt.want {
				if at, isTime := want.(time.Time); isTime {
					require.WithinDuration(t, at, values[0][i].(time.Time), 0)
					continue
				}
				require.Equal(t, want, values[0][i])
			}
		})
	}
}

// Excel writes a list by the settings of its machine and its language.
func TestReader_ListFromExcel_IsTheSame(t *testing.T) {
	number, card := []any{int64(2), "0577777777", "platinum"}, []any{int64(2), "8996605900000000019", "48151623"}
	operator := []any{int64(2), "desert", "Desert", "الصحراء", true, int64(3)}
	for name, tt := range map[string]struct {
		kind, text string
		want       []any
	}{
		"capitals in the heading":  {"numbers", "MSISDN,Category\r\n0577777777,\r\n", number},
		"blanks in the heading":    {"operators", "Key,Name EN,name-ar,OURS,position\ndesert,Desert,الصحراء,true,3\n", operator},
		"true in capitals":         {"operators", "key,name_en,name_ar,ours,position\ndesert,Desert,الصحراء,TRUE,3\n", operator},
		"lines of commas":          {"sim-cards", "iccid,puk1\n8996605900000000019,48151623\n,\n,\n" + strings.Repeat(",\n", 5000), card},
		"a blank column":           {"sim-cards", "iccid,,puk1,\n8996605900000000019,,48151623,\n", card},
		"more commas than columns": {"sim-cards", "iccid,puk1\n8996605900000000019,48151623,,,\n", card},
		"blanks that do not break": {"numbers", "msisdn\n\u00a0057\u00a0777\u00a07777\u00a0\n", number},
		"an apostrophe":            {"numbers", "msisdn\n'0577777777\n", number},
		"marks of direction":       {"numbers", "\u200fmsisdn\n\u202a+966577777777\u202c\n", number},
		"a card with its filler":   {"sim-cards", "iccid,puk1\n8996605900000000019F,48151623\n", card},
		"a card with blanks":       {"sim-cards", "iccid,puk1\n'8996 6059 0000 0000 019f,٤٨١٥١٦٢٣\n", card},
		"semicolons":               {"sim-cards", "iccid;puk1\r\n8996605900000000019;48151623\r\n;\r\n", card},
		"tabs":                     {"sim-cards", "iccid\tpuk1\n8996605900000000019\t48151623\n", card},
		"quotes round the heading": {"sim-cards", "\"iccid\";\"puk1\"\n\"8996605900000000019\";\"48151623\"\n", card},
		"Ctrl-Z":                   {"sim-cards", "iccid,puk1\n8996605900000000019,48151623\n\x1a", card},
		"Unicode text":             {"numbers", "\xff\xfem\x00s\x00i\x00s\x00d\x00n\x00\r\x00\n\x000\x005\x007\x007\x007\x007\x007\x007\x007\x007\x00", number},
		"a missing sign":           {"countries", "code,name_en,name_ar,dial_code,minute,sms\nEG,Egypt,مصر,20,1,1\n", []any{int64(2), "EG", "Egypt", "مصر", "+20", int64(100), int64(100)}},
		"riyals in Arabic":         {"number-classes", "key,price\nsilver,١٥٠٫٥\n", []any{int64(2), "silver", int64(15050), int64(1)}},
	} {
		t.Run(name, func(t *testing.T) {
			values, err := read(t, tt.kind, "list.csv", tt.text)
			require.NoError(t, err)
			require.Equal(t, [][]any{tt.want}, values)
		})
	}
}

// Each column reads a spreadsheet's spelling of a value like the plain value.
func TestColumns_ExcelSpelling_IsTheSame(t *testing.T) {
	samples := []string{
		"5", "0.55", "true", "2027-03-09", "2027-03-09T18:00:00+03:00", "8996605900000000019", "0571234567", "48151623", "gold", "sim esim", "prepaid",
		"riyadh", "EG", "app", "web", "entertainment", "+20", "0112345678", "24.7", "46.6", "SAVE20", "sun 09:00-10:00", "b-1", "data", "Abha", "latest", "sim",
	}
	samples = append(samples, bundle.Tags...)
	for _, kind := range imports.Kinds {
		for _, column := range kind.Columns {
			taken := 0
			for _, sample := range samples {
				want, err := column.Read(sample)
				if err != nil {
					continue
				}
				taken++
				for _, around := range []string{"\u00a0%s\u00a0", "\u200f%s\u200e", "\u2068%s\u2069", "\ufeff%s", " %s "} {
					got, err := column.Read(fmt.Sprintf(around, sample))
					require.NoError(t, err, "%s %s %q", kind.Name, column.Name, fmt.Sprintf(around, sample))
					require.Equal(t, want, got, "%s %s %q", kind.Name, column.Name, fmt.Sprintf(around, sample))
				}
			}
			require.Positive(t, taken, "%s %s: a sample is missing", kind.Name, column.Name)
		}
	}
}

func TestReader_Mistake_NamesItsLine(t *testing.T) {
	store := "id,city,name_en,name_ar,address_en,address_ar,phone,hours,ramadan_hours,latitude,longitude\n"
	fill := func(list string) string { // with the columns that every row has
		rows := strings.Split(strings.TrimSuffix(list, "\n"), "\n")
		for i := range rows {
			rows[i] += []string{",name_en,name_ar,description_en,description_ar,starts_at,position", ",B,ب,B,ب,2026-11-01,0"}[min(i, 1)]
		}
		return strings.Join(rows, "\n") + "\n"
	}
	bundles, offers := "validity_days,id,category,data_mb,price,subscriptions,ends_at\n", "id,bundle,plan,ends_at\n"
	for name, tt := range map[string]struct{ kind, name, text, want string }{
		"a number of others":                   {"numbers", "n.csv", "msisdn\n0571234567\n0551234567\n", "line 3: msisdn: must be a number of our range, like 0571234567"},
		"an unknown class":                     {"numbers", "n.csv", "msisdn,category\n0571234567,iron\n", "line 2: category: must be one of bronze, silver, gold, platinum"},
		"a mistyped card":                      {"sim-cards", "s.csv", "iccid,puk1\n8996605900000000018,48151623\n", "line 2: iccid: has a wrong check digit: it was mistyped"},
		"a short PUK":                          {"sim-cards", "s.csv", "iccid,puk1\n8996605900000000019,4815162\n", "line 2: puk1: must be 8 digits"},
		"nothing":                              {"cities", "c.csv", "", "the file is empty"},
		"an unknown column":                    {"cities", "c.csv", "key,name_en,name_ar,position,mayor\n", "line 1: mayor: is not a column of cities: key, name_en, name_ar, position"},
		"a column twice":                       {"cities", "c.csv", "key,key,name_en,name_ar,position\n", "line 1: key: is there twice"},
		"a column too few":                     {"cities", "c.csv", "key,name_en,position\n", "line 1: name_ar: is missing in the heading"},
		"a value too few":                      {"cities", "c.csv", "key,name_en,name_ar,position\nabha,Abha,أبها\n", "line 2: has 3 fields, the heading 4"},
		"a value without a column":             {"sim-cards", "s.csv", "iccid,,puk1\n8996605900000000019,x,48151623\n", "line 2: has a value in column 2, which has no name"},
		"a missing value":                      {"cities", "c.csv", "key,name_en,name_ar,position\nabha,Abha,,1\n", "line 2: name_ar: is missing"},
		"no text":                              {"cities", "c.csv", "key,name_en,name_ar,position\nabha,\xff,أبها,1\n", "line 2: name_en: is not UTF-8 text"},
		"a quote that never ends":              {"cities", "c.csv", "key,name_en,name_ar,position\nabha,\"Abha,أبها,1\n", "line 2: extraneous or missing \" in quoted-field"},
		"a store in the sea":                   {"stores", "s.csv", store + "A,riyadh,A,ا,A,ا,0112345678,sun 09:00-10:00,sun 09:00-10:00,24.7,30.1\n", "line 2: longitude: must lie in Saudi Arabia: 34.4 to 55.7 degrees"},
		"a city half located":                  {"cities", "c.csv", "key,name_en,name_ar,position,latitude\nabha,Abha,أبها,1,18.2\n", "line 2: must have both latitude and longitude, or neither"},
		"a service of a kind":                  {"stores", "s.csv", "services," + store + "haircut,A,riyadh,A,ا,A,ا,0112345678,sun 09:00-10:00,sun 09:00-10:00,24.7,46\n", "line 2: services: must be some of sim, esim"},
		"an impossible position":               {"stores", "s.csv", store + "A,riyadh,A,ا,A,ا,0112345678,sun 09:00-10:00,sun 09:00-10:00,NaN,46\n", "line 2: latitude: must lie in Saudi Arabia: 16 to 32.5 degrees"},
		"a telephone of Egypt":                 {"stores", "s.csv", store + "A,riyadh,A,ا,A,ا,+20212345678,sun 09:00-10:00,sun 09:00-10:00,24.7,46\n", "line 2: phone: must be a telephone number"},
		"hours in words":                       {"stores", "s.csv", store + "A,riyadh,A,ا,A,ا,0112345678,always,sun 09:00-10:00,24.7,46\n", "line 2: hours: must be days and hours"},
		"no hours in Ramadan":                  {"stores", "s.csv", store + "A,riyadh,A,ا,A,ا,0112345678,sun 09:00-10:00,,24.7,46\n", "line 2: ramadan_hours: is missing"},
		"an impossible day":                    {"holidays", "h.csv", "day,name_en,name_ar\n2027-02-30,X,س\n", "line 2: day: must be a day like 2027-03-09"},
		"a code that gives both":               {"promo-codes", "p.csv", "code,percent,amount,starts_at\nBOTH,10,5,2027-01-01\n", "line 2: must have either percent or amount"},
		"a code that gives none":               {"promo-codes", "p.csv", "code,starts_at\nNONE,2027-01-01\n", "line 2: must have either percent or amount"},
		"an end before its start":              {"promo-codes", "p.csv", "code,percent,starts_at,ends_at\nLATE,10,2027-01-02,2026-12-31\n", "line 2: ends_at must come after starts_at"},
		"an unknown kind":                      {"promo-codes", "p.csv", "code,percent,starts_at,kinds\nKIND,10,2027-01-02,sim fax\n", "line 2: kinds: must be some of sim, esim"},
		"a bundle of nothing":                  {"bundles", "b.csv", bundles + "30,b1,latest,,9,prepaid,\n", "line 2: must contain data, minutes or SMS"},
		"a bundle for nothing":                 {"bundles", "b.csv", bundles + "30,b1,latest,5,0,prepaid,\n", "line 2: must have a price"},
		"a bundle that never is":               {"bundles", "b.csv", bundles + "30,b1,latest,5,9,prepaid,2026-10-01\n", "line 2: ends_at must come after starts_at"},
		"a bundle for a kind":                  {"bundles", "b.csv", bundles + "30,b1,latest,5,9,prepaid data,\n", "line 2: subscriptions: must be some of prepaid, postpaid"},
		"a renewing bundle for postpaid lines": {"bundles", "b.csv", "renews," + bundles + "true,30,b1,latest,5,9,prepaid postpaid,\n", "line 2: renews from a balance: it must be for prepaid lines alone, and have no stock"},
		"a renewing bundle with stock":         {"bundles", "b.csv", "renews,stock," + bundles + "true,5,30,b1,latest,5,9,prepaid,\n", "line 2: renews from a balance"},
		"an unknown category":                  {"bundles", "b.csv", bundles + "30,b1,cheap,5,9,prepaid,\n", "line 2: category: must be one of latest, data-net-saver"},
		"an id with a path":                    {"bundles", "b.csv", bundles + "30,../b1,latest,5,9,prepaid,\n", "line 2: id: must be 2 to 40 small letters"},
		"an offer of both":                     {"offers", "o.csv", offers + "o1,b1,p1,\n", "line 2: must have either bundle or plan"},
		"an offer of nothing":                  {"offers", "o.csv", offers + "o1,,,\n", "line 2: must have either bundle or plan"},
		"an offer that never is":               {"offers", "o.csv", offers + "o1,b1,,2026-10-31\n", "line 2: ends_at must come after starts_at"},
		"days with a price":                    {"bundle-steps", "s.csv", "key,type,amount,price\nd7,days,7,10\n", "line 2: must have percent for days, and a price for other types"},
		"data for nothing":                     {"bundle-steps", "s.csv", "key,type,amount\nd7,data,7\n", "line 2: must have percent for days, and a price for other types"},
		"a step of a kind":                     {"bundle-steps", "s.csv", "key,type,amount,price\nd7,fax,7,10\n", "line 2: type: must be one of data, local_min, sms, days"},
		"YAML without a list":                  {"cities", "c.yaml", "key: abha\n", "must be a list: lines that begin with -"},
		"YAML with another key":                {"holidays", "h.yml", "- day: 2027-02-22\n  name_en: X\n  name: س\n", "line 3: name: is not a column of holidays: day, name_en, name_ar"},
		"another format":                       {"cities", "c.xlsx", "", "must be a file whose name ends in .csv or .yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			if tt.kind == "bundles" || tt.kind == "offers" {
				tt.text = fill(tt.text)
			}
			_, err := read(t, tt.kind, tt.name, tt.text)
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func TestReader_ManyMistakes_CountsRest(t *testing.T) {
	lines := strings.Repeat("0551234567\n", imports.MostProblems+7)
	_, err := read(t, "numbers", "n.csv", "msisdn\n"+lines)
	told := strings.Split(err.Error(), "\n")
	require.Len(t, told, imports.MostProblems+1)
	require.Equal(t, "and 7 more", told[imports.MostProblems])
	require.Contains(t, told[imports.MostProblems-1], fmt.Sprintf("line %d:", imports.MostProblems+1))
}

func TestReader_BrokenFile_Ends(t *testing.T) {
	r, err := imports.Open(imports.Kinds["numbers"], "n.csv", io.MultiReader(strings.NewReader("msisdn\n0571234567\n"), broken{}))
	require.NoError(t, err)
	require.True(t, r.Next())
	require.False(t, r.Next())
	require.ErrorIs(t, r.Err(), io.ErrClosedPipe)
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }
