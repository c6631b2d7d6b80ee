package imports_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	"selfcare/internal/domain/imports"
	"selfcare/internal/domain/plan"
	"selfcare/internal/store"
	"selfcare/internal/store/ending"
	importsstore "selfcare/internal/store/imports"
	"selfcare/internal/store/seal"
	"selfcare/internal/store/sim"
)

type desk struct {
	*testing.T
	db   *bun.DB
	s    *store.Store
	keys *seal.Keys
}

// at returns a desk with the rights of the application, which runs the imports.
func at(t *testing.T) desk {
	t.Helper()
	url, keys := testkit.PostgresURL(t), testkit.Keys(t)
	return desk{t, testkit.Connect(t, url), store.New(testkit.Connect(t, testkit.AsApplication(t, url)), keys), keys}
}

func (d desk) list(kind string, whole bool, file io.Reader) (result importsstore.Result, err error) {
	d.Helper()
	list, err := imports.Open(imports.Kinds[kind], kind+".csv", file)
	require.NoError(d, err)
	err = d.s.Import(d.Context(), func(_ *store.Tx, lists importsstore.Imports) error {
		result, err = lists.Run(d.Context(), list, imports.Kinds[kind], whole)
		return err
	})
	return result, err
}

func (d desk) lists(kind, text string) importsstore.Result {
	d.Helper()
	result, err := d.list(kind, false, strings.NewReader(text))
	require.NoError(d, err)
	return result
}

func (d desk) refuses(kind, text, want string) {
	d.Helper()
	_, err := d.list(kind, false, strings.NewReader(text))
	require.ErrorContains(d, err, want)
}

func (d desk) exec(statement string, args ...any) {
	d.Helper()
	_, err := d.db.NewRaw(statement, args...).Exec(d.Context())
	require.NoError(d, err)
}

func (d desk) reads(statement string, args ...any) (said string) {
	d.Helper()
	require.NoError(d, d.db.NewRaw(statement, args...).Scan(d.Context(), &said))
	return said
}

// inOrder lists the kinds in the order of import: each needs the kinds before it.
var inOrder = []string{"number-classes", "numbers", "sim-cards", "cities", "branches", "stores", "operators", "holidays", "promo-codes", "service-categories", "services", "countries", "roaming-operators", "game-brands", "games", "bundles", "bundle-countries", "offers", "bundle-steps", "devices", "data-packs"}

func TestRun_EachKindAgain_ChangesNothing(t *testing.T) {
	require.ElementsMatch(t, imports.Names(), inOrder)
	d := at(t)
	plans, err := plan.Parse(seed.PlansFile)
	require.NoError(t, err)
	_, problems, err := d.s.Catalogue.ReplacePlans(t.Context(), plans, "test")
	require.NoError(t, err)
	require.Empty(t, problems)
	for _, kind := range inOrder {
		file, err := seed.Lists.ReadFile("lists/" + kind + ".csv")
		require.NoError(t, err)
		rows := bytes.Count(file, []byte("\n")) - 1
		first, err := d.list(kind, false, bytes.NewReader(file))
		require.NoError(t, err, kind)
		require.Equal(t, importsstore.Result{Rows: rows, Added: rows}, first, kind)
		second, err := d.list(kind, false, bytes.NewReader(file))
		require.NoError(t, err, kind)
		require.Equal(t, importsstore.Result{Rows: rows, Unchanged: rows}, second, kind)
	}
}

const twoNumbers = "msisdn,category\n0571239047,%s\n0571239051,%s\n"

func TestRun_HeldNumber_IsUnchanged(t *testing.T) {
	d := at(t)
	d.lists("number-classes", "key,price\nbronze,30\ngold,500\n")
	d.lists("numbers", fmt.Sprintf(twoNumbers, "bronze", "bronze"))
	d.exec("UPDATE numbers SET status = 'sold', order_id = gen_random_uuid() WHERE msisdn = '0571239051'")

	result := d.lists("numbers", fmt.Sprintf(twoNumbers, "gold", "gold"))
	require.Equal(t, importsstore.Result{Rows: 2, Changed: 1, Refused: []importsstore.Refusal{{Why: "is a customer's", Count: 1, Lines: []importsstore.Refused{{Line: 3}}}}}, result)
	require.Equal(t, "0571239047 gold 50000 free,0571239051 bronze 3000 sold", d.reads("SELECT string_agg(concat_ws(' ', msisdn, category, price, status), ',' ORDER BY msisdn) FROM numbers"))
	d.exec("UPDATE numbers SET status = 'held', held_until = now() + interval '1 hour' WHERE msisdn = '0571239051'")
	require.Equal(t, 2, d.lists("numbers", fmt.Sprintf(twoNumbers, "gold", "bronze")).Unchanged)
	held := []importsstore.Refusal{{Why: "is held and keeps its class", Count: 1, Lines: []importsstore.Refused{{Line: 3}}}}
	require.Equal(t, importsstore.Result{Rows: 2, Unchanged: 1, Refused: held}, d.lists("numbers", fmt.Sprintf(twoNumbers, "gold", "gold")))
	d.refuses("numbers", fmt.Sprintf(twoNumbers, "gold", "silver"), "line 3: category: is no class we know: import number-classes first")
}

func TestRun_NumberInService_IsLeftOut(t *testing.T) {
	d := at(t)
	d.lists("number-classes", "key,price\nbronze,30\n")
	d.exec("INSERT INTO subscribers (id_hash, personal) VALUES ('x', 'x')")
	d.exec("INSERT INTO lines (order_id, subscriber_id, msisdn, activated_at) SELECT gen_random_uuid(), id, '0571239051', now() FROM subscribers")
	result := d.lists("numbers", fmt.Sprintf(twoNumbers, "bronze", "bronze"))
	require.Equal(t, 1, result.Added)
	require.Equal(t, []importsstore.Refusal{{Why: "is in service as a line already", Count: 1, Lines: []importsstore.Refused{{Line: 3}}}}, result.Refused)
}

func TestRun_TakenNumbers_HaveReasons(t *testing.T) {
	d := at(t)
	d.lists("number-classes", "key,price\nbronze,30\n")
	const list = "msisdn,category\n0571239041,bronze\n0571239042,bronze\n0571239043,bronze\n0571239044,bronze\n0571239045,bronze\n"
	d.lists("numbers", list)
	line := func(msisdn, status string) (id string) {
		return d.reads(`INSERT INTO lines (order_id, subscriber_id, msisdn, activated_at, status) SELECT gen_random_uuid(), id, ?, now(), ? FROM subscribers RETURNING id::text`, msisdn, status)
	}
	d.exec("INSERT INTO subscribers (id_hash, personal) VALUES ('x', 'x')")
	leaves := ending.Endings{DB: d.db}
	day := time.Date(2026, time.November, 19, 22, 0, 0, 0, time.UTC) // the 20th in Riyadh
	require.NoError(t, leaves.Leave(t.Context(), "0571239041", line("0571239041", "ended"), "stc", day))
	d.exec("UPDATE numbers SET status = 'quarantine', order_id = gen_random_uuid(), held_until = '2999-01-02 21:00Z' WHERE msisdn = '0571239042'")
	d.exec("UPDATE numbers SET status = 'sold', order_id = gen_random_uuid() WHERE msisdn = '0571239043'")
	d.exec("DELETE FROM numbers WHERE msisdn = '0571239044'")
	line("0571239044", "active")

	want := importsstore.Result{Rows: 5, Unchanged: 1, Refused: []importsstore.Refusal{
		{Why: "has left to another operator", Count: 1, Lines: []importsstore.Refused{{Line: 2, Detail: "left to stc on 2026-11-20"}}},
		{Why: "is in quarantine", Count: 1, Lines: []importsstore.Refused{{Line: 3, Detail: "in quarantine until 2999-01-03"}}},
		{Why: "is a customer's", Count: 1, Lines: []importsstore.Refused{{Line: 4}}},
		{Why: "is in service as a line already", Count: 1, Lines: []importsstore.Refused{{Line: 5}}},
	}}
	require.Equal(t, want, d.lists("numbers", list))
	require.Equal(t, "0571239042 quarantine,0571239043 sold,0571239045 free", d.reads("SELECT string_agg(concat_ws(' ', msisdn, status), ',' ORDER BY msisdn) FROM numbers"))

	_, err := d.db.ExecContext(t.Context(), "INSERT INTO numbers (msisdn, category) VALUES ('0571239041', 'bronze')")
	require.ErrorContains(t, err, "the number 0571239041 has left to another operator", "nothing else sells it either")
	_, err = d.db.ExecContext(t.Context(), "INSERT INTO numbers (msisdn, category) VALUES ('0571239044', 'bronze')")
	require.ErrorContains(t, err, "the number 0571239044 is in service")
	d.exec("UPDATE lines SET status = 'ended' WHERE msisdn = '0571239041'")
	require.NoError(t, leaves.Quarantine(t.Context(), "0571239041", "01980000-0000-7000-8000-000000000009", day))
	require.Equal(t, 2, d.lists("numbers", list).Unchanged, "a returned number is sold again after its quarantine")
}

const cards = "iccid,puk1\n8996605900000000019,%s\n8996605900000000027,%s\n"

func TestRun_PUKs_AreSealed(t *testing.T) {
	d := at(t)
	d.lists("sim-cards", fmt.Sprintf(cards, "11111111", "22222222"))
	d.exec("UPDATE sims SET status = 'allocated', order_id = gen_random_uuid() WHERE iccid = '8996605900000000027'")
	require.Equal(t, 2, d.lists("sim-cards", fmt.Sprintf(cards, "11111111", "22222222")).Unchanged)

	result := d.lists("sim-cards", fmt.Sprintf(cards, "33333333", "44444444"))
	require.Equal(t, importsstore.Result{Rows: 2, Changed: 1, Refused: []importsstore.Refusal{{Why: "is assigned to an order or a line and keeps its PUK", Count: 1, Lines: []importsstore.Refused{{Line: 3}}}}}, result)
	for iccid, want := range map[string]string{"8996605900000000019": "33333333", "8996605900000000027": "22222222"} {
		var sealed []byte
		require.NoError(t, d.db.NewRaw("SELECT puk1 FROM sims WHERE iccid = ?", iccid).Scan(t.Context(), &sealed))
		require.NotContains(t, string(sealed), want)
		puk, err := d.keys.Open(sim.SealContext(iccid), sealed)
		require.NoError(t, err)
		require.Equal(t, want, string(puk))
	}
}

func TestRun_AnyMistake_ChangesNothing(t *testing.T) {
	d := at(t)
	d.lists("cities", "key,name_en,name_ar,position\nabha,Abha,أبها,1\n")
	_, err := d.list("cities", false, strings.NewReader("key,name_en,name_ar,position\narar,Arar,عرعر,1\nabha,Abha,أبها,9\nArar,Arar,عرعر,2\narar,Arar,عرعر,3\n"))
	require.EqualError(t, err, "line 4: key: must be small letters and -\nline 5: key: is there twice, first in line 2")
	require.Equal(t, "abha 1", d.reads("SELECT string_agg(key || ' ' || position, ',') FROM cities"))
}

func TestRun_UnknownReference_IsRefused(t *testing.T) {
	d := at(t)
	branch := "id,city,name_en,name_ar,address_en,address_ar,hours_en,hours_ar,latitude,longitude\nB1,atlantis,B,ب,B,ب,9-17,9-17,24.7,46.7\n"
	d.refuses("branches", branch, "line 2: city: is no city we know")
	d.lists("operators", "key,name_en,name_ar,position,ours\nus,Us,نحن,1,true\n")
	d.refuses("operators", "key,name_en,name_ar,position,ours\nthem,Them,هم,2,true\n", "line 2: ours: would make two operators ourselves")
	d.lists("operators", "key,name_en,name_ar,position,ours\nus,Us,نحن,1,false\nthem,Them,هم,2,true\n")
	d.refuses("promo-codes", "code,percent,starts_at,plans\nPLAN,10,2027-01-01,no-such-plan\n", "line 2: plans: names a plan that there is not")
	d.lists("promo-codes", "code,percent,starts_at,max_uses\nUSED,10,2027-01-01,9\n")
	d.exec("UPDATE promo_codes SET used = 5")
	d.refuses("promo-codes", "code,percent,starts_at,max_uses\nUSED,10,2027-01-01,4\n", "line 2: max_uses: is less than the times the code was used already")
	d.refuses("holidays", "day,name_en,name_ar\n", "the list has no lines")
}

func TestRun_WholeList_DeletesTheRest(t *testing.T) {
	d := at(t)
	const heading = "day,name_en,name_ar\n"
	d.lists("holidays", heading+"2027-03-09,Eid,عيد\n2027-03-10,Eid,عيد\n")
	result, err := d.list("holidays", true, strings.NewReader(heading+"2027-03-10,Eid,عيد\n2027-03-11,Eid,عيد\n"))
	require.NoError(t, err)
	require.Equal(t, importsstore.Result{Rows: 2, Added: 1, Unchanged: 1, Gone: 1}, result)
	_, err = d.list("numbers", true, strings.NewReader("msisdn\n0571239047\n"))
	require.ErrorContains(t, err, "is never complete")
	_, err = d.list("holidays", true, strings.NewReader(heading))
	require.ErrorIs(t, err, importsstore.ErrEmpty)
	require.Equal(t, "2", d.reads("SELECT count(*) FROM holidays"))
}

// manyNumbers returns the first numbers of our range in order, followed by the last lines.
func manyNumbers(rows int, last string) io.Reader {
	in, out := io.Pipe()
	go func() {
		list := bufio.NewWriter(out)
		_, _ = list.WriteString("msisdn\n")
		for n := range rows {
			_, _ = fmt.Fprintf(list, "057%07d\n", n)
		}
		_, _ = list.WriteString(last)
		_ = out.CloseWithError(list.Flush())
	}()
	return in
}

const allClasses = "key,price\nbronze,30\nsilver,150\ngold,500\nplatinum,2000\n"

func TestRun_LateDuplicate_IsFound(t *testing.T) {
	d := at(t)
	d.lists("number-classes", allClasses)
	_, err := d.list("numbers", false, manyNumbers(899_998, "0570000000\n"))
	require.EqualError(t, err, "line 900000: msisdn: is there twice, first in line 2")
	require.Equal(t, "0", d.reads("SELECT count(*) FROM numbers"))
}

func TestRun_StockBelowSold_IsRefused(t *testing.T) {
	d := at(t)
	const heading = "id,category,name_en,name_ar,description_en,description_ar,data_mb,validity_days,price,subscriptions,stock,starts_at,position\n"
	row := func(price, stock string) string {
		return heading + "data-5,latest,Five,خمسة,Data,بيانات,5120,30," + price + ",prepaid," + stock + ",2026-11-01,0\n"
	}
	require.Equal(t, 1, d.lists("bundles", row("35", "50")).Added)
	d.exec("UPDATE bundles SET sold = 20")
	require.Equal(t, 1, d.lists("bundles", row("30", "20")).Changed)
	require.Equal(t, "3000 20 20", d.reads("SELECT concat_ws(' ', price, stock, sold) FROM bundles"), "the sold count stays")
	d.refuses("bundles", row("30", "19"), "line 2: stock: is less than were sold already")
	require.Equal(t, 1, d.lists("bundles", row("30", "")).Changed, "no limit any more")

	const offer = "id,name_en,name_ar,description_en,description_ar,bundle,starts_at,position\n"
	d.refuses("offers", offer+"spring,Spring,الربيع,Data,بيانات,data-6,2026-11-01,0\n", "line 2: bundle: is no bundle we know: import it first")
	require.Equal(t, 1, d.lists("offers", offer+"spring,Spring,الربيع,Data,بيانات,data-5,2026-11-01,0\n").Added)
}

func TestRun_CheaperLargerStep_Refused(t *testing.T) {
	d := at(t)
	const heading = "key,type,amount,price,percent\n"
	d.refuses("bundle-steps", heading+"one,data,1024,20,\nfive,data,5120,19,\n", "line 3: amount: costs less than a smaller one")
	d.refuses("bundle-steps", heading+"week,days,7,,50\nmonth,days,30,,45\n", "line 3: amount: costs less than a smaller one")
	require.Equal(t, 3, d.lists("bundle-steps", heading+"one,data,1024,20,\nfive,data,5120,20,\nweek,days,7,,50\n").Added)
	require.Equal(t, "1024 2000,5120 2000,7 0", d.reads("SELECT string_agg(concat_ws(' ', amount, price), ',' ORDER BY type, amount) FROM bundle_steps WHERE type <> 'days' OR percent = 50"))
}

func TestRun_BundleWithoutRoaming_IsRefused(t *testing.T) {
	d := at(t)
	d.lists("countries", "code,name_en,name_ar,dial_code,minute,sms\nTR,Türkiye,تركيا,+90,1,1\n")
	d.lists("bundles", "id,category,name_en,name_ar,description_en,description_ar,data_mb,roaming_mb,validity_days,price,subscriptions,starts_at,position\n"+
		"travel,int-pass,A,ا,A,ا,,1024,7,90,prepaid,2026-01-01,0\nhome,latest,B,ب,B,ب,1024,,7,10,prepaid,2026-01-01,1\n")
	require.Equal(t, 1, d.lists("bundle-countries", "id,bundle,country\none,travel,TR\n").Added)
	d.refuses("bundle-countries", "id,bundle,country\none,home,TR\n", "line 2: bundle: gives nothing abroad")
	d.refuses("bundle-countries", "id,bundle,country\none,nobodys,TR\n", "line 2: bundle: gives nothing abroad")
	d.refuses("bundle-countries", "id,bundle,country\none,travel,XX\n", "line 2: country: is no country we know")
	d.refuses("bundle-countries", "id,bundle,country\none,travel,TR\ntwo,travel,TR\n", "country: stands twice for the bundle")
}

func TestRun_ShopFarFromCity_IsRefused(t *testing.T) {
	d := at(t)
	d.lists("cities", "key,name_en,name_ar,position,latitude,longitude\njeddah,Jeddah,جدة,1,21.5433,39.1728\narar,Arar,عرعر,2,,\n")
	const heading = "id,city,name_en,name_ar,address_en,address_ar,phone,hours,ramadan_hours,latitude,longitude\n"
	row := func(id, city, place string) string {
		return id + "," + city + ",A,ا,A,ا,0122345678,sun 09:00-10:00,sun 09:00-10:00," + place + "\n"
	}
	_, err := d.list("stores", false, strings.NewReader(heading+row("A", "jeddah", "21.4900,39.1870")+row("SEA", "jeddah", "21.5433,38.4000")+
		row("B", "jeddah", "21.6000,39.1100")+row("RIYADH", "jeddah", "24.7136,46.6753")))
	require.EqualError(t, err, "line 3: latitude: lies more than 60 km from the middle of its city\n"+
		"line 5: latitude: lies more than 60 km from the middle of its city")
	require.Equal(t, "0", d.reads("SELECT count(*) FROM stores"), "all of it or nothing")
	d.refuses("stores", heading+row("A", "jeddah", "21.4900,30.0000"), "line 2: longitude: must lie in Saudi Arabia")
	require.Equal(t, 2, d.lists("stores", heading+row("A", "jeddah", "21.4900,39.1870")+row("NORTH", "arar", "21.5433,38.4000")).Added,
		"of a city that does not say where it lies nothing is known")
}
